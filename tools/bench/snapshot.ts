import { createPolicyStore } from '../../src/core/permission/policy.store.ts'
import { createPolicy } from '../../src/core/permission/policy.ts'
import { createChangeStore } from '../../src/platform/cluster/change-feed/change.store.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import type { ByEffort, Effort } from './harness/effort.ts'
import { bytesInUse } from './harness/memory.ts'
import { type Result, ratioAtMost, resultOf, valueAtMost } from './harness/result.ts'
import { interleave } from './harness/rounds.ts'
import { figureOf, ratioOf } from './harness/statistics.ts'
import { preparePlace } from './servers/place.ts'

const RULES: ByEffort<number> = { full: 100_000, quick: 100_000, smoke: 20 }
const ROUNDS: ByEffort<number> = { full: 12, quick: 3, smoke: 1 }

/** Measures loading the policy from the database into memory, and the memory it uses. */
export async function measureSnapshot(effort: Effort): Promise<Result[]> {
  const place = await preparePlace(RULES[effort])
  const { database, close } = await openDatabase(place.databaseUrl)
  const newPolicy = () =>
    createPolicy({
      store: createPolicyStore(database),
      changes: createChangeStore(database),
      onProblem: () => {},
    })
  try {
    const times = await interleave(ROUNDS[effort], {
      load: () => timeOf(() => newPolicy().update()),
      read: () => timeOf(() => database.selectFrom('policy_rules').selectAll().execute()),
    })
    const policy = newPolicy()
    const before = bytesInUse()
    await policy.update()
    const bytes = (bytesInUse() - before) / policy.current().size
    return [
      resultOf({
        id: 'snapshot',
        unit: 'ms',
        value: figureOf(times.load),
        against: 'reading the rows alone',
        ratio: ratioOf(times.load, times.read),
        target: ratioAtMost(3),
      }),
      resultOf({ id: 'snapshot-memory', unit: 'bytes per rule', value: bytes, target: valueAtMost(500) }),
    ]
  } finally {
    await close()
    await place.remove()
  }
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}
