import { MAX_ROUTE_LENGTH } from './usage.ts'

interface RecordedCall {
  readonly roleKey: string
  readonly path: string
  readonly declaredRoute: string | undefined
}

interface RecordedRouteOptions {
  /** The maximum number of words of all roles. Beyond it, those of the role that has most of them are learned anew. */
  readonly maxWords?: number
}

/** Literal segments and whole parameters, which path patterns of rules have too. */
const PLAIN_ROUTE = /^(?:\/(?::[A-Za-z_][\w-]*|[\w\-.~@!&',=%]+))*\/?$/
const WORD = /^[A-Za-z0-9_-]{1,32}$/
const PARAMETER = ':id'

/** Version numbers such as `v12` and names such as `oauth2` are words; more digits are an id. */
const MAX_DIGITS = 2
const MAX_WORDS_PER_PLACE = 100
/** For each role, because the users of a role can make up paths: those of other roles stay as they are. */
const MAX_WORDS_PER_ROLE = 2000
const MAX_WORDS = 50_000
const MAX_CACHED_ROUTES = 10_000

/**
 * Creates a function that returns the declared route of a call. Where it is not known, or where it has a wildcard or other
 * syntax that rules do not have, it returns the path with `:id` in place of segments that look like an id, and of
 * segments in a place that has had very many different words, which are names of things or people.
 *
 * @example
 * const recordedRoute = createRecordedRoute()
 * recordedRoute({ roleKey: 'sales', path: '/orders/7', declaredRoute: '/orders/:number' }) // '/orders/:number'
 * recordedRoute({ roleKey: 'sales', path: '/shop/orders/7', declaredRoute: '/shop/*' })    // '/shop/orders/:id'
 */
export function createRecordedRoute({ maxWords = MAX_WORDS }: RecordedRouteOptions = {}) {
  const isPlainByRoute = new Map<string, boolean>()
  const knownByRole = new Map<string, KnownWords>()
  let wordCount = 0

  function isPlain(route: string): boolean {
    let known = isPlainByRoute.get(route)
    if (known === undefined) {
      known = PLAIN_ROUTE.test(route)
      if (isPlainByRoute.size < MAX_CACHED_ROUTES) isPlainByRoute.set(route, known)
    }
    return known
  }

  function forgetLargestRole(): void {
    let largest: [roleKey: string, count: number] = ['', -1]
    for (const [roleKey, { count }] of knownByRole) if (count > largest[1]) largest = [roleKey, count]
    knownByRole.delete(largest[0])
    wordCount -= largest[1]
  }

  function isWordIn(place: string, segment: string, roleKey: string): boolean {
    const words = knownByRole.get(roleKey)?.byPlace.get(place)
    if (words?.has(segment)) return true
    if (words !== undefined && words.size >= MAX_WORDS_PER_PLACE) return false
    // A longer route is not recorded.
    if (place.length + segment.length >= MAX_ROUTE_LENGTH) return false
    if ((knownByRole.get(roleKey)?.count ?? 0) >= MAX_WORDS_PER_ROLE) return false
    if (wordCount >= maxWords) forgetLargestRole()
    const known: KnownWords = knownByRole.get(roleKey) ?? { count: 0, byPlace: new Map() }
    knownByRole.set(roleKey, known)
    const wordsOfPlace = known.byPlace.get(place) ?? new Set()
    known.byPlace.set(place, wordsOfPlace.add(segment))
    known.count++
    wordCount++
    return true
  }

  function routeOfPath(path: string, roleKey: string): string {
    let route = ''
    for (const segment of path.split('/').slice(1)) {
      const isKept = segment === '' || (!looksLikeId(segment) && isWordIn(route, segment, roleKey))
      route += `/${isKept ? segment : PARAMETER}`
    }
    return route
  }

  return ({ roleKey, path, declaredRoute }: RecordedCall): string =>
    declaredRoute !== undefined && isPlain(declaredRoute) ? declaredRoute : routeOfPath(path, roleKey)
}

/** The words that the paths of a role have had, by the part of the path before them. */
interface KnownWords {
  count: number
  readonly byPlace: Map<string, Set<string>>
}

function looksLikeId(segment: string): boolean {
  if (!WORD.test(segment)) return true
  const letters = segment.replaceAll(/\d/g, '')
  return letters === '' || segment.length - letters.length > MAX_DIGITS
}
