/** Returns the path of the login page with the path to return to. */
export function loginPath(from: string): string {
  return from === '/' ? '/login' : `/login?${new URLSearchParams({ from })}`
}

/** Longer than the address of any page with its filters. */
const MAX_LENGTH = 2048
/** Any origin: it shows whether an address leaves it. */
const ORIGIN = 'http://console.invalid'

/** Returns the path to open after login. Only paths of this console are accepted. */
export function returnPath(from: string | null): string {
  return from !== null && isOwnPath(from) ? from : '/'
}

/** The browser drops tabs and line breaks from an address, so `/\t/host` is another host: control characters are refused. */
function isOwnPath(from: string): boolean {
  if (from.length > MAX_LENGTH || !from.startsWith('/') || /\p{Cc}/u.test(from)) return false
  if (!URL.canParse(from, ORIGIN)) return false
  const { origin, pathname } = new URL(from, ORIGIN)
  return origin === ORIGIN && !pathname.startsWith('//') && !/^\/login(?:\/|$)/i.test(pathname)
}
