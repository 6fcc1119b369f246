import { MAX_ROUTE_LENGTH, type Usage } from './usage.ts'

/** Counts calls in memory until they are stored. */
export interface UsageMap {
  add(usage: Usage): void
  count(call: { roleKey: string; method: string; route: string; allowed: boolean }, at: number): void
  /** Returns everything that was counted, and counts from zero. */
  drain(): Usage[]
  /** The number of calls that were not counted because a limit was reached. */
  readonly dropped: number
}

export interface UsageMapOptions {
  readonly maxEntries: number
  /** For allowed calls and for denied ones, so that denied calls do not displace allowed ones. */
  readonly maxEntriesPerRole: number
}

interface Counter {
  count: number
  firstUsedAt: number
  lastUsedAt: number
}

interface RoleCounters {
  size: number
  /** Nested maps, because a lookup with known texts is faster than joining them to one key. */
  readonly byMethod: Map<string, Map<string, Counter>>
}

const METHOD = /^[A-Z-]{1,20}$/

export function createUsageMap({ maxEntries, maxEntriesPerRole }: UsageMapOptions): UsageMap {
  const allowedByRole = new Map<string, RoleCounters>()
  const deniedByRole = new Map<string, RoleCounters>()
  let size = 0
  let dropped = 0

  function createCounter(role: RoleCounters, method: string, route: string): Counter | undefined {
    const isFull = size >= maxEntries || role.size >= maxEntriesPerRole
    if (isFull || route.length > MAX_ROUTE_LENGTH || !METHOD.test(method)) return undefined
    const counter = { count: 0, firstUsedAt: Number.POSITIVE_INFINITY, lastUsedAt: 0 }
    let routes = role.byMethod.get(method)
    if (routes === undefined) {
      routes = new Map()
      role.byMethod.set(method, routes)
    }
    routes.set(route, counter)
    role.size++
    size++
    return counter
  }

  function counterOf(roleKey: string, method: string, route: string, allowed: boolean): Counter | undefined {
    const byRole = allowed ? allowedByRole : deniedByRole
    let role = byRole.get(roleKey)
    if (role === undefined) {
      if (size >= maxEntries) return undefined
      role = { size: 0, byMethod: new Map() }
      byRole.set(roleKey, role)
    }
    return role.byMethod.get(method)?.get(route) ?? createCounter(role, method, route)
  }

  return {
    get dropped() {
      return dropped
    },

    count({ roleKey, method, route, allowed }, at) {
      const counter = counterOf(roleKey, method, route, allowed)
      if (counter === undefined) {
        dropped++
        return
      }
      if (counter.count === 0) counter.firstUsedAt = at
      counter.count++
      counter.lastUsedAt = at
    },

    add({ roleKey, method, route, allowed, count, firstUsedAt, lastUsedAt }) {
      const counter = counterOf(roleKey, method, route, allowed)
      if (counter === undefined) {
        dropped += count
        return
      }
      counter.count += count
      counter.firstUsedAt = Math.min(counter.firstUsedAt, firstUsedAt)
      counter.lastUsedAt = Math.max(counter.lastUsedAt, lastUsedAt)
    },

    drain() {
      const drained = [...usagesOf(allowedByRole, true), ...usagesOf(deniedByRole, false)]
      allowedByRole.clear()
      deniedByRole.clear()
      size = 0
      return drained
    },
  }
}

function* usagesOf(byRole: ReadonlyMap<string, RoleCounters>, allowed: boolean): Generator<Usage> {
  for (const [roleKey, { byMethod }] of byRole) {
    for (const [method, routes] of byMethod) {
      for (const [route, { count, firstUsedAt, lastUsedAt }] of routes)
        yield { roleKey, method, route, allowed, count, firstUsedAt, lastUsedAt }
    }
  }
}
