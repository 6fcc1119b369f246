import { ALL_ROLES, GAP, MAX_ROUTE_LENGTH, type Usage } from './usage.ts'

/** For allowed calls and for denied ones, so that denied calls do not displace allowed ones. */
interface UsageMapOptions {
  readonly maxEntries: number
  readonly maxEntriesPerRole: number
}

interface Counter {
  count: number
  firstUsedAt: number
  lastUsedAt: number
}

interface Outcome {
  size: number
  readonly byRole: Map<string, RoleCounters>
}

interface RoleCounters {
  size: number
  /** Nested maps, because a lookup with known texts is faster than joining them to one key. */
  readonly byMethod: Map<string, Map<string, Counter>>
}

const METHOD = /^[A-Z-]{1,20}$/

/** Counts calls in memory until they are stored. */
export function createUsageMap({ maxEntries, maxEntriesPerRole }: UsageMapOptions) {
  const allowedCalls: Outcome = { size: 0, byRole: new Map() }
  const deniedCalls: Outcome = { size: 0, byRole: new Map() }
  const gaps = new Map<string, Counter>()
  let dropped = 0

  function createCounter(outcome: Outcome, role: RoleCounters, method: string, route: string) {
    const isFull = outcome.size >= maxEntries || role.size >= maxEntriesPerRole
    if (isFull || route.length > MAX_ROUTE_LENGTH || !METHOD.test(method)) return undefined
    const counter = newCounter()
    const routes = role.byMethod.get(method) ?? new Map<string, Counter>()
    routes.set(route, counter)
    role.byMethod.set(method, routes)
    role.size++
    outcome.size++
    return counter
  }

  function counterOf(roleKey: string, method: string, route: string, allowed: boolean): Counter | undefined {
    const outcome = allowed ? allowedCalls : deniedCalls
    let role = outcome.byRole.get(roleKey)
    if (role === undefined) {
      if (outcome.size >= maxEntries) return undefined
      role = { size: 0, byMethod: new Map() }
      outcome.byRole.set(roleKey, role)
    }
    return role.byMethod.get(method)?.get(route) ?? createCounter(outcome, role, method, route)
  }

  /** Returns the counter of a gap for an allowed call that is dropped. */
  function gapOf(roleKey: string): Counter {
    const key = gaps.has(roleKey) || gaps.size < maxEntries ? roleKey : ALL_ROLES
    const gap = gaps.get(key) ?? newCounter()
    gaps.set(key, gap)
    return gap
  }

  /** Counts calls that are dropped. */
  function drop({ roleKey, allowed, ...counted }: Counter & Pick<Usage, 'roleKey' | 'allowed'>): void {
    dropped += counted.count
    if (allowed) addTo(gapOf(roleKey), counted)
  }

  return {
    /** The number of calls that were not counted because a limit was reached. */
    get dropped() {
      return dropped
    },

    count({ roleKey, method, route, allowed }: Omit<Usage, keyof Counter>, at: number): void {
      const counter = counterOf(roleKey, method, route, allowed)
      if (counter === undefined) {
        drop({ roleKey, allowed, count: 1, firstUsedAt: at, lastUsedAt: at })
        return
      }
      if (counter.count === 0) counter.firstUsedAt = at
      counter.count++
      counter.lastUsedAt = at
    },

    add({ roleKey, method, route, allowed, count, firstUsedAt, lastUsedAt }: Usage): void {
      const counted = { count, firstUsedAt, lastUsedAt }
      const counter = route === GAP ? gapOf(roleKey) : counterOf(roleKey, method, route, allowed)
      if (counter) addTo(counter, counted)
      else drop({ roleKey, allowed, ...counted })
    },

    /** Returns everything that was counted, with a gap for each role whose allowed calls were dropped, and counts from zero. */
    drain(): Usage[] {
      const drained = [...usagesOf(allowedCalls, true), ...usagesOf(deniedCalls, false)]
      for (const [roleKey, gap] of gaps)
        drained.push({ roleKey, method: GAP, route: GAP, allowed: true, ...gap })
      for (const outcome of [allowedCalls, deniedCalls]) {
        outcome.byRole.clear()
        outcome.size = 0
      }
      gaps.clear()
      return drained
    },
  }
}

function newCounter(): Counter {
  return { count: 0, firstUsedAt: Number.POSITIVE_INFINITY, lastUsedAt: 0 }
}

function addTo(counter: Counter, { count, firstUsedAt, lastUsedAt }: Readonly<Counter>): void {
  counter.count += count
  counter.firstUsedAt = Math.min(counter.firstUsedAt, firstUsedAt)
  counter.lastUsedAt = Math.max(counter.lastUsedAt, lastUsedAt)
}

function* usagesOf({ byRole }: Outcome, allowed: boolean): Generator<Usage> {
  for (const [roleKey, { byMethod }] of byRole) {
    for (const [method, routes] of byMethod) {
      for (const [route, { count, firstUsedAt, lastUsedAt }] of routes)
        yield { roleKey, method, route, allowed, count, firstUsedAt, lastUsedAt }
    }
  }
}
