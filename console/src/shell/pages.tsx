import type { ComponentType, ReactNode } from 'react'
import type { RouteObject } from 'react-router'
import type { ConsolePage } from '../../../src/features/web/console/pages.ts'
import LoginPage from '../features/login/login-page.tsx'
import OidcCallbackPage from '../features/oidc/oidc-callback-page.tsx'
import PasswordLinkPage from '../features/password-links/password-link-page.tsx'
import { LoadFailure } from './login/load-failure.tsx'
import { onDemand } from './page/on-demand.tsx'

const page = (load: () => Promise<{ default: ComponentType }>): ReactNode => {
  const Page = onDemand(load)
  return <Page />
}

/** The pages of the console, loaded on demand. The service serves the same paths (`src/features/web/console/pages.ts`). */
const authenticatedPages = {
  '/': page(() => import('../features/overview/overview-page.tsx')),
  '/users': page(() => import('../features/user/users-page.tsx')),
  '/users/:id': page(() => import('../features/user/user-page.tsx')),
  '/users/by-name': page(() => import('../features/user/user-by-name-page.tsx')),
  '/service-accounts': page(() => import('../features/service-accounts/service-accounts-page.tsx')),
  '/service-accounts/:id': page(() => import('../features/service-accounts/service-account-page.tsx')),
  '/roles': page(() => import('../features/role/roles-page.tsx')),
  '/roles/:id': page(() => import('../features/role/role-page.tsx')),
  '/roles/by-key': page(() => import('../features/role/role-by-key-page.tsx')),
  '/departments': page(() => import('../features/department/departments-page.tsx')),
  '/permissions': page(() => import('../features/permission/matrix-page.tsx')),
  '/permissions/rules': page(() => import('../features/permission/rules-page.tsx')),
  '/permissions/check': page(() => import('../features/explain/check-access-page.tsx')),
  '/permissions/routes': page(() => import('../features/permission/routes-page.tsx')),
  '/refusals': page(() => import('../features/explain/refusals-page.tsx')),
  '/requests': page(() => import('../features/access-requests/requests-page.tsx')),
  '/requests/confirmations': page(() => import('../features/four-eyes/confirmations-page.tsx')),
  '/sessions': page(() => import('../features/session/sessions-page.tsx')),
  '/login-log': page(() => import('../features/login-log/login-log-page.tsx')),
  '/audit-log': page(() => import('../features/audit-log/audit-log-page.tsx')),
  '/events': page(() => import('../features/events/events-page.tsx')),
  '/clean-up': page(() => import('../features/reports/clean-up-page.tsx')),
  '/system': page(() => import('../features/cluster-state/system-page.tsx')),
  '/profile': page(() => import('../features/user/profile-page.tsx')),
} satisfies Record<Exclude<ConsolePage, '/login' | `/login/${string}` | '/password-link'>, ReactNode>

export const routes: RouteObject[] = [
  { path: '/login', element: <LoginPage /> },
  { path: '/login/oidc/:provider', element: <OidcCallbackPage /> },
  { path: '/password-link', element: <PasswordLinkPage /> },
  {
    // The frame of these pages comes with Ant Design, which the login page does without.
    element: page(() => import('./authenticated-layout.tsx')),
    errorElement: <LoadFailure />,
    children: [
      ...Object.entries(authenticatedPages).map(([path, element]) => ({ path, element })),
      { path: '*', element: page(() => import('./page/not-found-page.tsx')) },
    ],
  },
]
