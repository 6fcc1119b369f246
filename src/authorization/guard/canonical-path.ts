import { CANONICAL_PATH } from '../permission/path-characters.ts'

const CANONICAL = new RegExp(`^${CANONICAL_PATH}(?:\\?[^#]*)?$`)

/**
 * Whether the path of a request target has the one spelling that the router, the permission check and an upstream
 * server read alike. Other spellings are refused and not normalized, because servers normalize differently. The query
 * is not checked, except that a target must not contain `#`.
 *
 * A path with a trailing slash is canonical and different from the path without it.
 *
 * @example
 * isCanonicalPath('/api/v1/sys-user/7?x=/../') // true
 * isCanonicalPath('/api/v1/login/../sys-user') // false
 * isCanonicalPath('/api/v1/sys%2Duser')        // false: "-" needs no escape
 */
export function isCanonicalPath(target: string): boolean {
  return CANONICAL.test(target)
}
