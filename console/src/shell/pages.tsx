import type { RouteObject } from 'react-router'
import { LOGIN_PAGES } from '../features/login-pages.tsx'
import { LoadFailure } from './login/load-failure.tsx'
import { onDemand } from './page/on-demand.tsx'

/** They come with Ant Design, which the login page does without. */
const AuthenticatedLayout = onDemand(() => import('./authenticated-layout.tsx'))

export const routes: RouteObject[] = [
  ...LOGIN_PAGES,
  { path: '*', element: <AuthenticatedLayout />, errorElement: <LoadFailure /> },
]
