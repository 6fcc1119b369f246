import { createExclusionList } from '../../src/core/permission/exclusion-list.ts'
import { readPath } from '../../src/core/permission/patterns/path-readings.ts'
import { createPermission } from '../../src/core/permission/permission.ts'
import { createPolicyIndex } from '../../src/core/permission/policy-index.ts'
import { isCanonicalPath } from '../../src/platform/http/call/canonical-path.ts'
import { MAX_PATH_BYTES, MAX_PATH_SEGMENTS } from '../../src/platform/http/call/path-limits.ts'
import type { ByEffort, Effort } from './harness/effort.ts'
import { type Result, ratioAtMost, resultOf } from './harness/result.ts'
import { interleave, nanosecondsOf } from './harness/rounds.ts'
import { figureOf, ratioOf } from './harness/statistics.ts'
import { makeRules } from './rules.ts'

const RULES: ByEffort<number> = { full: 10_000, quick: 10_000, smoke: 40 }
const ROUNDS: ByEffort<number> = { full: 20, quick: 5, smoke: 1 }
const ROUND_MS: ByEffort<number> = { full: 30, quick: 15, smoke: 0.1 }
const CALLER = { roleKey: 'longest' }

/** Each segment may be dropped by a lenient router, so that the path has as many readings as segments. */
const SEGMENT = `/.${'a'.repeat(MAX_PATH_BYTES / MAX_PATH_SEGMENTS - 2)}`

/** Measures the decision about the longest path, as the gateway makes it, against a path of half its length. */
export async function measureLongestPath(effort: Effort): Promise<Result[]> {
  const rules = [...makeRules(RULES[effort]), { ...CALLER, method: 'GET', path: '/*' }]
  const index = createPolicyIndex(rules)
  const permission = createPermission({
    exclusionList: createExclusionList([]),
    policy: { current: () => index },
  })
  const roundOf = (segments: number) => {
    const path = SEGMENT.repeat(segments)
    const decide = () => isCanonicalPath(path) && permission.mayCallAll(CALLER, readPath(path), 'GET')
    if (!decide()) throw new Error('the decision is wrong')
    return nanosecondsOf(ROUND_MS[effort], decide)
  }
  const costs = await interleave(ROUNDS[effort], {
    longest: roundOf(MAX_PATH_SEGMENTS),
    half: roundOf(MAX_PATH_SEGMENTS / 2),
  })
  return [
    resultOf({
      id: 'longest-path',
      unit: 'ns',
      value: figureOf(costs.longest),
      against: 'a path of half the length',
      ratio: ratioOf(costs.longest, costs.half),
      target: ratioAtMost(3),
    }),
  ]
}
