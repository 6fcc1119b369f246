import { ESCAPE, PLAIN_CHARACTER } from '../permission/path-characters.ts'

// `/`, or segments that are neither empty nor dots with an optional `/` at the end; then an optional query.
const SEGMENT = `/(?!\\.{1,2}(?:[/?]|$))(?:${PLAIN_CHARACTER}|${ESCAPE})+`
const CANONICAL = new RegExp(`^(?=/)(?:${SEGMENT})*/?(?:\\?[^#]*)?$`)

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
