/** Every page of the web console. A link to any of them can be opened, kept and sent to somebody. */
export const CONSOLE_PAGES = [
  '/',
  '/login',
  '/users',
  '/roles',
  '/permissions',
  '/permissions/rules',
  '/permissions/ask',
  '/sessions',
  '/login-log',
  '/audit-log',
  '/profile',
] as const

export type ConsolePage = (typeof CONSOLE_PAGES)[number]
