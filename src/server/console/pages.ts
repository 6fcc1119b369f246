/** The paths of the web console's pages. Each can be opened directly. */
export const CONSOLE_PAGES = [
  '/',
  '/login',
  '/login/oidc/:provider',
  '/users',
  '/users/:id',
  '/users/by-name',
  '/service-accounts',
  '/service-accounts/:id',
  '/roles',
  '/roles/:id',
  '/roles/by-key',
  '/departments',
  '/permissions',
  '/permissions/rules',
  '/permissions/check',
  '/permissions/routes',
  '/refusals',
  '/sessions',
  '/login-log',
  '/audit-log',
  '/events',
  '/clean-up',
  '/system',
  '/profile',
] as const

export type ConsolePage = (typeof CONSOLE_PAGES)[number]
