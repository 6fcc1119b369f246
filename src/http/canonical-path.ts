import { ESCAPE, PLAIN_CHARACTER } from '../permission/path-characters.ts'

// `/`, or segments that are neither empty nor dots, then perhaps one last `/`; then perhaps a query.
const SEGMENT = `/(?!\\.{1,2}(?:[/?]|$))(?:${PLAIN_CHARACTER}|${ESCAPE})+`
const CANONICAL = new RegExp(`^(?=/)(?:${SEGMENT})*/?(?:\\?[^#]*)?$`)

/**
 * Whether the path of a request target, as it came over the wire, is in the one spelling that the router, the
 * permission check and an upstream all read alike. Whatever else is refused, never repaired: a repaired path is
 * one that somebody else repairs differently. The query is not looked at, save that a `#` has no place in a target.
 *
 * A trailing slash is canonical, and makes another path.
 *
 * @example
 * isCanonicalPath('/api/v1/sys-user/7?x=/../') // true
 * isCanonicalPath('/api/v1/login/../sys-user') // false
 * isCanonicalPath('/api/v1/sys%2Duser')        // false: "-" needs no escape
 */
export function isCanonicalPath(target: string): boolean {
  return CANONICAL.test(target)
}
