import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Operator } from '../../src/administration/operator.ts'
import { allRows, MACHINE, openHouse, type Rows } from './house.ts'
import { createGiven, problemsOf, standingOf } from './invariants.ts'
import { perform } from './perform.ts'
import { type Draw, draw } from './requests.ts'
import { login, loginAll, moveIn, type Residents, residents } from './residents.ts'

/** For how long to look for a counterexample; where nothing is said, the same sequences each time. */
const SECONDS = Math.max(0, Number(process.env.AUTHORITY_SECONDS ?? 0)) || 0
const SHORT_RUNS = 30
const MOST_STEPS = 60

const bounds =
  SECONDS > 0
    ? { numRuns: 1_000_000, interruptAfterTimeLimit: SECONDS * 1000, markInterruptAsFailure: false }
    : { numRuns: SHORT_RUNS, seed: 7 }

/** Most are asked for by one who is let in, some with a token that should be dead. */
interface Ask {
  readonly operator: number
  readonly dead: boolean
  readonly draw: Draw
}

const dead = fc.integer({ min: 0, max: 9 }).map((n) => n === 9)
const step: fc.Arbitrary<Ask | { readonly login: number }> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ operator: fc.nat({ max: 23 }), dead, draw }) },
  { weight: 3, arbitrary: fc.record({ login: fc.nat({ max: 11 }) }) },
)
const steps = fc.array(step, { maxLength: MOST_STEPS, size: 'max' })

function askedBy(operators: readonly Operator[], ask: Ask, before: Rows): Operator {
  const isDead = (operator: Operator) => standingOf({ operator, before }) === 'shut out'
  const some = operators.filter((operator) => isDead(operator) === ask.dead)
  const list = some.length > 0 ? some : operators
  return list[ask.operator % list.length] ?? MACHINE
}

test(
  'nobody hands out more than they hold: random users, roles, policies and calls',
  async () => {
    const counts = { calls: 0, accepted: 0, fromLimited: new Map<string, number>() }

    const run = async (people: Residents, plan: readonly (Ask | { login: number })[]): Promise<void> => {
      const house = await openHouse()
      try {
        await moveIn(house, people)
        const operators = await loginAll(house)
        const given = createGiven()
        const story: string[] = []
        let before = await allRows(house.database)
        given.add(before)
        for (const next of plan) {
          if ('login' in next) {
            operators.push(...(await login(house, next.login)))
            before = await allRows(house.database)
            continue
          }
          const operator = askedBy(operators, next, before)
          const request = next.draw(before)
          const refusal = await perform(house.administration, operator, request)
          const after = await allRows(house.database)
          const standing = standingOf({ operator, before })
          story.push(`${operator.username}, ${standing}: ${JSON.stringify(request)}: ${refusal ?? 'done'}`)
          counts.calls++
          if (refusal === undefined) counts.accepted++
          if (refusal === undefined && standing === 'limited') count(counts.fromLimited, request.kind)
          if (standing === 'unlimited') given.add(after)
          const problems = problemsOf({ operator, refusal, before, after })
          if (given.isExceeded(after)) problems.push('a role may do what no admin ever gave')
          expect(problems, story.join('\n')).toEqual([])
          before = after
        }
      } finally {
        await house.close()
      }
    }

    await fc.assert(fc.asyncProperty(residents, steps, run), bounds)
    if (SECONDS > 0) console.log(`${counts.calls} calls, ${counts.accepted} accepted`, counts.fromLimited)
    // If nothing were accepted from those who are limited, nothing would be proven.
    const kinds = ['user.add', 'user.change', 'role.add', 'role.change', 'policy.add', 'policy.remove']
    expect([...counts.fromLimited.keys()]).toEqual(expect.arrayContaining(kinds))
  },
  (120 + SECONDS) * 1000,
)

function count(counts: Map<string, number>, kind: string): void {
  counts.set(kind, (counts.get(kind) ?? 0) + 1)
}
