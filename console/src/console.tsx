import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { AppearanceProvider } from './appearance/appearance.tsx'
import { LanguageProvider } from './language/language.tsx'
import { routes } from './pages.tsx'
import { ApiError, NO_RESPONSE, UNAUTHORIZED } from './response.ts'
import { OWN_INFO } from './session/own-info.ts'

const router = createBrowserRouter(routes)

/** 401 means that the session has ended or that the role may not do this. Refetching the own info shows which. */
const refetchOwnInfo = (error: unknown, isOwnInfo = false): void => {
  if (error instanceof ApiError && [UNAUTHORIZED, NO_RESPONSE].includes(error.code) && !isOwnInfo) {
    void client.refetchQueries({ queryKey: OWN_INFO })
  }
}

const client = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => refetchOwnInfo(error, query.queryKey[0] === OWN_INFO[0]),
  }),
  mutationCache: new MutationCache({ onError: (error) => refetchOwnInfo(error) }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // Requests are sent even if the browser reports that it is offline, so that an error is shown.
      networkMode: 'always',
      // A refused request would be refused again.
      retry: (count, error) => count < 1 && error instanceof ApiError && error.code === NO_RESPONSE,
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
