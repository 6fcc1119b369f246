import { QueryClientProvider } from '@tanstack/react-query'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { queryClient } from './api/query-client.ts'
import { AppearanceProvider } from './appearance/appearance.tsx'
import { LanguageProvider } from './language/language.tsx'
import { routes } from './pages.tsx'

const router = createBrowserRouter(routes)

export function Console() {
  return (
    <QueryClientProvider client={queryClient}>
      <LanguageProvider>
        <AppearanceProvider>
          <RouterProvider router={router} />
        </AppearanceProvider>
      </LanguageProvider>
    </QueryClientProvider>
  )
}
