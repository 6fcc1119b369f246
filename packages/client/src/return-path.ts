/** Longer than the address of any page with its filters. */
const MAX_LENGTH = 2048
/** Any origin: it shows whether an address leaves it. */
const ORIGIN = 'http://page.invalid'

/**
 * Returns the path to open after a login: the given one, if it is a path of the same site, or `/`. Everything else in the
 * address of a login page can come from a stranger, such as `//evil.example` or `javascript:`.
 *
 * ```ts
 * location.replace(returnPath(new URLSearchParams(location.search).get('to')))
 * ```
 */
export function returnPath(from: string | null): string {
  return from !== null && isOwnPath(from) ? from : '/'
}

/** The browser drops tabs and line breaks from an address, so `/\t/host` is another host: control characters are refused. */
function isOwnPath(from: string): boolean {
  if (from.length > MAX_LENGTH || !from.startsWith('/') || /\p{Cc}/u.test(from)) return false
  if (!URL.canParse(from, ORIGIN)) return false
  const { origin, pathname } = new URL(from, ORIGIN)
  return origin === ORIGIN && !pathname.startsWith('//')
}
