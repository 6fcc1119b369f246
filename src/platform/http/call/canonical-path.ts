import { CANONICAL_PATH } from './path-characters.ts'
import { isWithinPathLimits } from './path-limits.ts'

const CANONICAL = new RegExp(`^${CANONICAL_PATH}(?:\\?[^#]*)?$`)

/**
 * Whether the path of a request target has the one spelling that the router, the permission check and an upstream
 * server read alike, and is short enough to be checked. Other spellings are refused and not normalized, because servers
 * normalize differently. The query is not checked, except that a target must not contain `#`.
 *
 * A path with a trailing slash is canonical and different from the path without it.
 *
 * @example
 * isCanonicalPath('/api/v1/sys-user/7?x=/../') // true
 * isCanonicalPath('/api/v1/login/../sys-user') // false
 * isCanonicalPath('/api/v1/sys%2Duser')        // false: "-" needs no escape
 * isCanonicalPath(`/${'a'.repeat(4096)}`)      // false: longer than MAX_PATH_BYTES
 */
export function isCanonicalPath(target: string): boolean {
  const query = target.indexOf('?')
  return isWithinPathLimits(query === -1 ? target : target.slice(0, query)) && CANONICAL.test(target)
}
