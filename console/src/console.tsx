import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { ApiError, NO_ANSWER, UNAUTHORIZED } from './answer.ts'
import { AppearanceProvider } from './appearance/appearance.tsx'
import { LanguageProvider } from './language/language.tsx'
import { routes } from './pages.tsx'
import { OWN_INFO } from './session/own-session.tsx'

const router = createBrowserRouter(routes)

/** 401 says that the login is over, or that the role may not do this: the own session knows which, and whether anybody answers at all. */
const askWhoIAm = (error: unknown, isOwnInfo = false): void => {
  if (error instanceof ApiError && [UNAUTHORIZED, NO_ANSWER].includes(error.code) && !isOwnInfo) {
    void client.refetchQueries({ queryKey: OWN_INFO })
  }
}

const client = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => askWhoIAm(error, query.queryKey[0] === OWN_INFO[0]),
  }),
  mutationCache: new MutationCache({ onError: (error) => askWhoIAm(error) }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // A service that cannot be reached is told of, whatever the browser thinks of the network.
      networkMode: 'always',
      // What the service has refused it refuses again.
      retry: (count, error) => count < 1 && error instanceof ApiError && error.code === NO_ANSWER,
    },
    mutations: { networkMode: 'always' },
  },
})

export function Console() {
  return (
    <QueryClientProvider client={client}>
      <LanguageProvider>
        <AppearanceProvider>
          <RouterProvider router={router} />
        </AppearanceProvider>
      </LanguageProvider>
    </QueryClientProvider>
  )
}
