import type { Endpoint, Schemas } from '../../shell/api/client.ts'
import { overlaps } from '../../shell/own-session/path-pattern.ts'
import { explainCalls } from '../explain/calls.ts'
import { permissionCalls } from '../permission/calls.ts'
import { reportCalls } from '../reports/calls.ts'

/** The endpoints that show whether a route outside the service was called. */
export const CALLS = ['/route', '/refusal/group', '/policy/usage']

const MAX_ROLES = 5

/**
 * Returns whether a route that is not one of the service was called: a call was refused, or a rule for such a route was used.
 * Calls of the role admin, which needs no rules, are not recorded.
 */
export async function hasOwnCall(rules: readonly Schemas['Rule'][]): Promise<boolean> {
  const routes = await permissionCalls.routes()
  const ofService = routes.filter(({ origin }) => origin === 'service')
  const groups = await explainCalls.refusalGroups({ pageSize: 100 })
  if (groups.list.some((group) => isOwnCall(group, ofService))) return true
  const roleKeys = new Set(
    rules.filter((rule) => !isOfService(rule.path, ofService)).map((rule) => rule.roleKey),
  )
  const pages = await Promise.all(
    [...roleKeys].slice(0, MAX_ROLES).map((roleKey) => reportCalls.rulesWithUse({ roleKey, pageSize: 100 })),
  )
  return pages.some(({ list }) =>
    list.some(({ path, lastUsedAt }) => lastUsedAt !== null && !isOfService(path, ofService)),
  )
}

/** Returns whether a refused call was one of a route that exists outside the service. */
export function isOwnCall(
  { reason, route }: Pick<Schemas['RefusalGroup'], 'reason' | 'route'>,
  ofService: readonly Endpoint[],
): boolean {
  return (
    (reason === 'permission-denied' || /^(token|upstream)-/.test(reason)) && !isOfService(route, ofService)
  )
}

function isOfService(path: string, ofService: readonly Endpoint[]): boolean {
  return ofService.some((route) => overlaps(route.path, path))
}
