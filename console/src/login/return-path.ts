/** Returns the path of the login page with the path to return to. */
export function loginPath(from: string): string {
  return from === '/' ? '/login' : `/login?${new URLSearchParams({ from })}`
}

/** Returns the path to open after login. Only paths of this console are accepted. */
export function returnPath(from: string | null): string {
  return from !== null && /^\/(?![/\\])/.test(from) && !from.startsWith('/login?') && from !== '/login'
    ? from
    : '/'
}
