/** The login page, and where it leads afterwards. */
export function loginAddress(from: string): string {
  return from === '/' ? '/login' : `/login?${new URLSearchParams({ from })}`
}

/** A page of this console and nothing else, whatever the address says. */
export function wayBack(from: string | null): string {
  return from !== null && /^\/(?![/\\])/.test(from) && !from.startsWith('/login?') && from !== '/login'
    ? from
    : '/'
}
