import type { RouteObject } from 'react-router'
import LoginPage from './login/login-page.tsx'
import OidcCallbackPage from './oidc/oidc-callback-page.tsx'
import PasswordLinkPage from './password-links/password-link-page.tsx'

/** The pages for everybody. They work without Ant Design, which is loaded after the login. */
export const LOGIN_PAGES: readonly RouteObject[] = [
  { path: '/login', element: <LoginPage /> },
  { path: '/login/oidc/:provider', element: <OidcCallbackPage /> },
  { path: '/password-link', element: <PasswordLinkPage /> },
]
