import { createExclusionList } from '../../src/core/permission/exclusion-list.ts'
import { createPermission } from '../../src/core/permission/permission.ts'
import { createPolicyIndex } from '../../src/core/permission/policy-index.ts'
import type { PolicyRule } from '../../src/core/permission/policy-rule.ts'
import type { ByEffort, Effort } from './harness/effort.ts'
import { type Result, ratioAtLeast, resultOf, valueAtMost } from './harness/result.ts'
import { interleave, nanosecondsOf } from './harness/rounds.ts'
import { figureOf, percentile, ratioOf } from './harness/statistics.ts'
import { casbinDecisions } from './peers/casbin.ts'
import { caslDecisions } from './peers/casl.ts'
import { cedarDecisions } from './peers/cedar.ts'
import type { Decide } from './peers/decide.ts'
import { makeHits, makeMisses, makeRules, type Probe } from './rules.ts'

const SIZES: ByEffort<readonly number[]> = {
  full: [10, 1000, 10_000, 100_000],
  // Loading more rules into the peers takes too long for a quick run.
  quick: [10, 1000, 10_000],
  smoke: [10, 100],
}
const ROUNDS: ByEffort<number> = { full: 6, quick: 3, smoke: 1 }
const ROUND_MS: ByEffort<number> = { full: 30, quick: 15, smoke: 0.1 }
const PROBES = 997
/** Number of requests for which every contender's decision is checked before the measurement. */
const COMPARED: ByEffort<number> = { full: 8, quick: 4, smoke: 4 }
const MAX_NANOSECONDS_AT_100_000_RULES = 3000

/** Measures one permission decision (rules 5a to 5d), hit and miss, by the number of rules. */
export async function measureDecisions(effort: Effort): Promise<Result[]> {
  const results: Result[] = []
  for (const size of SIZES[effort]) {
    const rules = makeRules(size)
    const contenders = {
      castellan: castellanDecisions(rules),
      casbin: await casbinDecisions(rules),
      cedar: cedarDecisions(rules),
      casl: caslDecisions(rules),
    }
    for (const [outcome, probes] of [
      ['hit', makeHits(rules, PROBES)],
      ['miss', makeMisses(rules, PROBES)],
    ] as const) {
      compare(contenders, probes.slice(0, COMPARED[effort]))
      const rounds = Object.entries(contenders).map(([name, decide]) => [
        name,
        roundOf(decide, probes, effort),
      ])
      const costs = await interleave(ROUNDS[effort], Object.fromEntries(rounds))
      results.push(...resultsOf(`decision-${size}-${outcome}`, size, costs))
    }
  }
  return results
}

/** The whole decision of the permission check, including the exclusion list. */
function castellanDecisions(rules: readonly PolicyRule[]): Decide {
  const index = createPolicyIndex(rules)
  const permission = createPermission({
    exclusionList: createExclusionList([]),
    policy: { current: () => index },
  })
  return (probe) => permission.mayCall(probe, probe.path, probe.method)
}

function roundOf(decide: Decide, probes: readonly Probe[], effort: Effort) {
  return nanosecondsOf(ROUND_MS[effort], (number) => {
    const probe = probes[number % PROBES]
    return probe && decide(probe)
  })
}

function compare(contenders: Readonly<Record<string, Decide>>, probes: readonly Probe[]): void {
  for (const [name, decide] of Object.entries(contenders)) {
    const wrong = probes.find((probe) => decide(probe) !== probe.allowed)
    if (wrong) throw new Error(`${name} made a wrong decision: ${JSON.stringify(wrong)}`)
  }
}

function resultsOf(id: string, size: number, costs: Readonly<Record<string, readonly number[]>>): Result[] {
  const { castellan = [], ...peers } = costs
  const value = figureOf(castellan)
  const fastest = Object.entries(peers).toSorted(([, a], [, b]) => percentile(a, 0.5) - percentile(b, 0.5))[0]
  const named = Object.entries(peers).map(([name, peer]) =>
    resultOf({
      id: `${id}-${name}`,
      unit: 'ns',
      value: figureOf(peer),
      against: `castellan (how many times slower ${name} is)`,
      ratio: ratioOf(peer, castellan),
      ...(name === 'casbin' && size === 1000 ? { target: ratioAtLeast(1000) } : {}),
    }),
  )
  if (!fastest) throw new Error('no peer was measured')
  const [name, peer] = fastest
  const ours = resultOf({
    id,
    unit: 'ns',
    value,
    against: `${name}, the fastest peer`,
    ratio: ratioOf(peer, castellan),
    ...(size === 100_000 ? { target: valueAtMost(MAX_NANOSECONDS_AT_100_000_RULES) } : {}),
  })
  return [ours, ...named]
}
