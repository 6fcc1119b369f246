import { useQueries, useQuery } from '@tanstack/react-query'
import { api, type PolicyRule } from '../api.ts'
import { useOwnSession } from '../session/own-session.tsx'
import type { MayCall } from './may-call.ts'

const PAGE_SIZE = 200
const MAX_PAGES = 5

/** The matrix needs all of these endpoints. */
export function maySeeMatrix(mayCall: MayCall): boolean {
  return ['/route', '/exclusion', '/policy'].every((path) => mayCall('GET', path))
}

/** Loads all routes of the service. */
export function useRoutes() {
  const { mayCall } = useOwnSession()
  return useQuery({
    queryKey: ['routes'],
    queryFn: api.routes,
    enabled: mayCall('GET', '/route'),
    staleTime: 60_000,
  })
}

export function useExclusions() {
  const { mayCall } = useOwnSession()
  return useQuery({
    queryKey: ['exclusions'],
    queryFn: api.exclusions,
    enabled: mayCall('GET', '/exclusion'),
    staleTime: 60_000,
  })
}

export interface RoleRules {
  readonly rules: readonly PolicyRule[]
  /** Whether the role has more rules than were loaded. */
  readonly isCut: boolean
}

/** Loads the rules of these roles, in the same order. */
export function useRulesOf(roleKeys: readonly string[]) {
  return useQueries({
    queries: roleKeys.map((roleKey) => ({
      queryKey: ['rules-of', roleKey],
      queryFn: () => rulesOf(roleKey),
    })),
  })
}

async function rulesOf(roleKey: string): Promise<RoleRules> {
  const rules: PolicyRule[] = []
  for (let pageIndex = 1; pageIndex <= MAX_PAGES; pageIndex++) {
    const { list, count } = await api.rules({ roleKey, pageIndex, pageSize: PAGE_SIZE })
    rules.push(...list)
    if (rules.length >= count || list.length === 0) return { rules, isCut: false }
  }
  return { rules, isCut: true }
}
