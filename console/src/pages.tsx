import type { ComponentType, ReactNode } from 'react'
import type { RouteObject } from 'react-router'
import type { ConsolePage } from '../../src/features/web/console/pages.ts'
import { LoadFailure } from './login/load-failure.tsx'
import LoginPage from './login/login-page.tsx'
import OidcCallbackPage from './login/oidc-callback-page.tsx'
import PasswordLinkPage from './login/password-link-page.tsx'
import { onDemand } from './page/on-demand.tsx'

const page = (load: () => Promise<{ default: ComponentType }>): ReactNode => {
  const Page = onDemand(load)
  return <Page />
}

/** The pages of the console, loaded on demand. The service serves the same paths (`src/features/web/console/pages.ts`). */
const authenticatedPages = {
  '/': page(() => import('./overview/overview-page.tsx')),
  '/users': page(() => import('./user/users-page.tsx')),
  '/users/:id': page(() => import('./user/user-page.tsx')),
  '/users/by-name': page(() => import('./user/user-by-name-page.tsx')),
  '/service-accounts': page(() => import('./service-account/service-accounts-page.tsx')),
  '/service-accounts/:id': page(() => import('./service-account/service-account-page.tsx')),
  '/roles': page(() => import('./role/roles-page.tsx')),
  '/roles/:id': page(() => import('./role-page/role-page.tsx')),
  '/roles/by-key': page(() => import('./role-page/role-by-key-page.tsx')),
  '/departments': page(() => import('./department/departments-page.tsx')),
  '/permissions': page(() => import('./permission/matrix-page.tsx')),
  '/permissions/rules': page(() => import('./permission/rules-page.tsx')),
  '/permissions/check': page(() => import('./permission/check-access-page.tsx')),
  '/permissions/routes': page(() => import('./permission/routes-page.tsx')),
  '/refusals': page(() => import('./refusals/refusals-page.tsx')),
  '/requests': page(() => import('./requests/requests-page.tsx')),
  '/requests/confirmations': page(() => import('./requests/confirmations-page.tsx')),
  '/sessions': page(() => import('./session/sessions-page.tsx')),
  '/login-log': page(() => import('./login-log/login-log-page.tsx')),
  '/audit-log': page(() => import('./audit-log/audit-log-page.tsx')),
  '/events': page(() => import('./events/events-page.tsx')),
  '/clean-up': page(() => import('./clean-up/clean-up-page.tsx')),
  '/system': page(() => import('./system/system-page.tsx')),
  '/profile': page(() => import('./user/profile-page.tsx')),
} satisfies Record<Exclude<ConsolePage, '/login' | `/login/${string}` | '/password-link'>, ReactNode>

export const routes: RouteObject[] = [
  { path: '/login', element: <LoginPage /> },
  { path: '/login/oidc/:provider', element: <OidcCallbackPage /> },
  { path: '/password-link', element: <PasswordLinkPage /> },
  {
    // The frame of these pages comes with Ant Design, which the login page does without.
    element: page(() => import('./frame/authenticated-layout.tsx')),
    errorElement: <LoadFailure />,
    children: [
      ...Object.entries(authenticatedPages).map(([path, element]) => ({ path, element })),
      { path: '*', element: page(() => import('./page/not-found-page.tsx')) },
    ],
  },
]
