import type { Schemas } from '../api/client.ts'
import { covers, methodCovers } from './path-pattern.ts'

export type MayCall = (method: string, path: string) => boolean

const PREFIX = '/api/v1'
const EVERYTHING = '*:*:*'

/** Returns what the role of a logged-in user may call. An incomplete list hides nothing: the service decides. */
export function mayCallOf({ permissions, permissionsTruncated }: Schemas['Info']): MayCall {
  return permissionsTruncated ? () => true : mayCallBy(permissions)
}

/**
 * Returns whether a role may call an endpoint, from the `permissions` that the service lists (`METHOD:/path`). It only
 * controls what is shown: the service decides again.
 */
export function mayCallBy(permissions: readonly string[]): MayCall {
  if (permissions.includes(EVERYTHING)) return () => true
  const rules = permissions.flatMap((permission) => {
    const colon = permission.indexOf(':')
    return colon < 0 ? [] : [{ method: permission.slice(0, colon), path: permission.slice(colon + 1) }]
  })
  return (method, path) =>
    rules.some((rule) => methodCovers(rule.method, method) && covers(rule.path, `${PREFIX}${path}`))
}
