import { useQueries, useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../shell/api/client.ts'
import type { MayCall } from '../../shell/own-session/may-call.ts'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { permissionCalls } from './calls.ts'

const PAGE_SIZE = 200
const MAX_RULES = 5000

/** The matrix needs all of these endpoints. */
export function maySeeMatrix(mayCall: MayCall): boolean {
  return ['/route', '/exclusion', '/policy'].every((path) => mayCall('GET', path))
}

/** Loads all routes of the service. */
export function useRoutes() {
  const { mayCall } = useOwnSession()
  return useQuery({
    queryKey: ['routes'],
    queryFn: permissionCalls.routes,
    enabled: mayCall('GET', '/route'),
    staleTime: 60_000,
  })
}

export function useExclusions() {
  const { mayCall } = useOwnSession()
  return useQuery({
    queryKey: ['exclusions'],
    queryFn: permissionCalls.exclusions,
    enabled: mayCall('GET', '/exclusion'),
    staleTime: 60_000,
  })
}

/** All rules that a filter selects, or none of them if they are too many to load. */
type LoadedRules = readonly Schemas['Rule'][] | 'too-many'

/** Loads the whole policy. */
export function usePolicy() {
  return useQuery({ queryKey: ['policy'], queryFn: () => loadRules({}) })
}

/** Loads the rules of these roles, in the same order. */
export function useRulesOf(roleKeys: readonly string[]) {
  return useQueries({
    queries: roleKeys.map((roleKey) => ({
      queryKey: ['rules-of', roleKey],
      queryFn: () => loadRules({ roleKey }),
    })),
  })
}

async function loadRules(filter: { readonly roleKey?: string }): Promise<LoadedRules> {
  const rules: Schemas['Rule'][] = []
  for (let pageIndex = 1; ; pageIndex++) {
    const { list, count } = await permissionCalls.rules({ ...filter, pageIndex, pageSize: PAGE_SIZE })
    if (count > MAX_RULES) return 'too-many'
    rules.push(...list)
    if (rules.length >= count || list.length === 0) return rules
  }
}
