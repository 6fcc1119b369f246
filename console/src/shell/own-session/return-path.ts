import { returnPath } from '../../../../packages/client/src/index.ts'

/** Returns the path of the login page with the path to return to. */
export function loginPath(from: string): string {
  return from === '/' ? '/login' : `/login?${new URLSearchParams({ from })}`
}

/** Returns the path to open after login. Only paths of this console are accepted, and not the login page itself. */
export function pathAfterLogin(from: string | null): string {
  const path = returnPath(from)
  const { pathname } = new URL(path, 'http://console.invalid')
  return /^\/login(?:\/|$)/i.test(pathname) ? '/' : path
}
