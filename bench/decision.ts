import { createExclusionList } from '../src/permission/exclusion-list.ts'
import { createPermission } from '../src/permission/permission.ts'
import { createPolicyIndex } from '../src/permission/policy-index.ts'
import type { PolicyRule } from '../src/permission/policy-rule.ts'
import type { ByEffort, Effort } from './harness/effort.ts'
import { type Result, ratioAtLeast, resultOf, valueUnder } from './harness/result.ts'
import { interleave, nanosecondsOf } from './harness/rounds.ts'
import { figureOf, percentile, ratioOf } from './harness/statistics.ts'
import { casbinDecisions } from './peers/casbin.ts'
import { caslDecisions } from './peers/casl.ts'
import { cedarDecisions } from './peers/cedar.ts'
import type { Decide } from './peers/decide.ts'
import { makeHits, makeMisses, makeRules, type Probe } from './rules.ts'

const SIZES: ByEffort<readonly number[]> = {
  full: [10, 1000, 10_000, 100_000],
  // To load more into the peers takes them longer than a quick look should.
  quick: [10, 1000, 10_000],
  smoke: [10, 100],
}
const ROUNDS: ByEffort<number> = { full: 6, quick: 3, smoke: 1 }
/** Few rules are where the peers come close. */
const ROUNDS_WITH_FEW: ByEffort<number> = { full: 45, quick: 3, smoke: 1 }
const FEW_RULES = 10
const TURN_MILLISECONDS: ByEffort<number> = { full: 30, quick: 15, smoke: 0.1 }
const PROBES = 997
/** So many questions are asked of every contender beforehand: a fast wrong answer is no answer. */
const COMPARED: ByEffort<number> = { full: 8, quick: 4, smoke: 4 }
const UNDER_A_MICROSECOND = valueUnder(1000)

/** One permission decision (rules 5a to 5d), hit and miss, by the number of rules. */
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
      const turns = Object.entries(contenders).map(([name, decide]) => [name, turnOf(decide, probes, effort)])
      const rounds = size === FEW_RULES ? ROUNDS_WITH_FEW[effort] : ROUNDS[effort]
      const costs = await interleave(rounds, Object.fromEntries(turns))
      results.push(...resultsOf(`decision-${size}-${outcome}`, size, costs))
    }
  }
  return results
}

/** The whole decision, as the permission check asks for it: the exclusion list too. */
function castellanDecisions(rules: readonly PolicyRule[]): Decide {
  const index = createPolicyIndex(rules)
  const permission = createPermission({
    exclusionList: createExclusionList([]),
    policy: { current: () => index },
  })
  return (probe) => permission.mayCall(probe, probe.path, probe.method)
}

function turnOf(decide: Decide, probes: readonly Probe[], effort: Effort) {
  return nanosecondsOf(TURN_MILLISECONDS[effort], (number) => {
    const probe = probes[number % PROBES]
    return probe && decide(probe)
  })
}

function compare(contenders: Readonly<Record<string, Decide>>, probes: readonly Probe[]): void {
  for (const [name, decide] of Object.entries(contenders)) {
    const wrong = probes.find((probe) => decide(probe) !== probe.allowed)
    if (wrong) throw new Error(`${name} decides wrongly: ${JSON.stringify(wrong)}`)
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
      against: `${name}, how many times slower than castellan`,
      ratio: ratioOf(peer, castellan),
      targets: [ratioAtLeast(name === 'casbin' && size === 1000 ? 1000 : 1)],
    }),
  )
  if (!fastest) throw new Error('there is no peer')
  const [name, peer] = fastest
  const ours = resultOf({
    id,
    unit: 'ns',
    value,
    against: `${name}, the fastest peer`,
    ratio: ratioOf(peer, castellan),
    targets: [UNDER_A_MICROSECOND, ratioAtLeast(1)],
  })
  return [ours, ...named]
}
