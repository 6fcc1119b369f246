/** Returns the route under which a call is recorded. */
export type RecordedRoute = (path: string, declaredRoute: string | undefined) => string

/** Literal segments and whole parameters, which path patterns of rules have too. */
const PLAIN_ROUTE = /^(?:\/(?::[A-Za-z_][\w-]*|[\w\-.~@!&',=%]+))*\/?$/
const WORD = /^[A-Za-z0-9_-]{1,32}$/
const PARAMETER = ':id'

/** Version numbers such as `v12` and names such as `oauth2` are words; more digits are an id. */
const MAX_DIGITS = 2
const MAX_WORDS_PER_PLACE = 100
const MAX_PLACES = 1000
const MAX_CACHED_ROUTES = 10_000

/**
 * Creates a function that returns the declared route of a call. Where it is not known, or where it has a wildcard or other
 * syntax that rules do not have, it returns the path with `:id` in place of segments that look like an id, and of
 * segments in a place that has had very many different words, which are names of things or people.
 *
 * @example
 * const recordedRoute = createRecordedRoute()
 * recordedRoute('/orders/7', '/orders/:number')         // '/orders/:number'
 * recordedRoute('/shop/orders/7/invoice.pdf', '/shop/*') // '/shop/orders/:id/:id'
 */
export function createRecordedRoute(): RecordedRoute {
  const isPlainByRoute = new Map<string, boolean>()
  const wordsByPlace = new Map<string, Set<string>>()

  function isPlain(route: string): boolean {
    let known = isPlainByRoute.get(route)
    if (known === undefined) {
      known = PLAIN_ROUTE.test(route)
      if (isPlainByRoute.size < MAX_CACHED_ROUTES) isPlainByRoute.set(route, known)
    }
    return known
  }

  function isWordIn(place: string, segment: string): boolean {
    let words = wordsByPlace.get(place)
    if (words === undefined) {
      if (wordsByPlace.size >= MAX_PLACES) return false
      words = new Set()
      wordsByPlace.set(place, words)
    }
    if (words.has(segment)) return true
    if (words.size >= MAX_WORDS_PER_PLACE) return false
    words.add(segment)
    return true
  }

  function routeOfPath(path: string): string {
    let route = ''
    for (const segment of path.split('/').slice(1)) {
      const isKept = segment === '' || (!looksLikeId(segment) && isWordIn(route, segment))
      route += `/${isKept ? segment : PARAMETER}`
    }
    return route
  }

  return (path, declaredRoute) =>
    declaredRoute !== undefined && isPlain(declaredRoute) ? declaredRoute : routeOfPath(path)
}

function looksLikeId(segment: string): boolean {
  if (!WORD.test(segment)) return true
  const letters = segment.replaceAll(/\d/g, '')
  return letters === '' || segment.length - letters.length > MAX_DIGITS
}
