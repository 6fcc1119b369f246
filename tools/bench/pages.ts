import { openContext } from '../../test/support/context.ts'
import type { ByEffort, Effort } from './harness/effort.ts'
import { type Result, resultOf, type Target, valueAtMost } from './harness/result.ts'
import { interleave } from './harness/rounds.ts'
import { figureOf, ratioOf } from './harness/statistics.ts'
import { startLoad } from './load/load.ts'
import { get } from './load/order.ts'
import { roundOf, withServers } from './protected.ts'
import { startCastellan } from './servers/castellan.ts'
import { PASSWORD, preparePlace } from './servers/place.ts'

const RULES: ByEffort<number> = { full: 10_000, quick: 10_000, smoke: 10 }
const ROUNDS: ByEffort<number> = { full: 40, quick: 5, smoke: 1 }
/** V8 compiles most of the code during these rounds. */
const WARM_UP_ROUNDS: ByEffort<number> = { full: 15, quick: 4, smoke: 0 }
const USERS: ByEffort<number> = { full: 20, quick: 20, smoke: 2 }

interface Page {
  readonly path: string
  readonly target?: Target
}

/** What pages of the console read, with a target where a user waits for a single row. */
const PAGES: Readonly<Record<string, Page>> = {
  user: { path: '/api/v1/sys-user/1', target: valueAtMost(200) },
  profile: { path: '/api/v1/user/profile', target: valueAtMost(125) },
  getinfo: { path: '/api/v1/getinfo', target: valueAtMost(160) },
  users: { path: '/api/v1/sys-user' },
  sessions: { path: '/api/v1/session' },
  'login-log': { path: '/api/v1/sys-login-log' },
  'audit-log': { path: '/api/v1/audit-log' },
}

/** A protected request that reads no row. */
const NO_ROW = '/api/v1/exclusion'

/** Measures the CPU time of what pages of the console read. */
export async function measurePages(effort: Effort): Promise<Result[]> {
  const load = startLoad()
  const place = await preparePlace(RULES[effort])
  const { userAdministration, close } = await openContext(place.databaseUrl)
  for (let number = 0; number < USERS[effort]; number++)
    await userAdministration.add({ username: `user-${number}`, password: PASSWORD, roleKey: 'reader' })
  await close()
  const costs = await withServers(async (start) => {
    const server = await start(startCastellan(place))
    const round = (path: string) => roundOf(load, effort, server, get(path, place.readerToken))
    const pages = Object.entries(PAGES).map(([name, { path }]) => [name, round(path)] as const)
    return interleave<string>(
      ROUNDS[effort],
      { none: round(NO_ROW), ...Object.fromEntries(pages) },
      WARM_UP_ROUNDS[effort],
    )
  }).finally(() => Promise.all([place.remove(), load.close()]))
  const none = costs.none ?? []
  return Object.entries(PAGES).map(([name, { target }]) =>
    resultOf({
      id: `page-${name}`,
      unit: 'µs CPU',
      value: figureOf(costs[name] ?? []),
      against: 'a protected request that reads no row',
      ratio: ratioOf(costs[name] ?? [], none),
      ...(target ? { target } : {}),
    }),
  )
}
