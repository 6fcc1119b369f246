import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scaled } from '../support/scale.ts'
import { allRows, openFixture } from './administration-fixture.ts'
import { createInitialState, initialState, login } from './initial-state.ts'
import { requestFactory } from './requests.ts'
import { sendRequest } from './send-request.ts'
import { changeOfSuspended, findProblemsOfSuspensions, suspensionFactory } from './suspensions.ts'

const SECONDS = Math.max(0, Number(process.env.AUTHORITY_SECONDS ?? 0)) || 0
const bounds =
  SECONDS > 0
    ? { numRuns: 1_000_000, interruptAfterTimeLimit: SECONDS * 1000, markInterruptAsFailure: false }
    : { numRuns: scaled(30, 200), seed: 5 }

const FOUR_EYES = { operations: ['grant-administration'], minutes: 60 }
const ADMINS = 4

const step = fc.record({
  operator: fc.oneof(
    { weight: 6, arbitrary: fc.nat({ max: ADMINS - 1 }) },
    { weight: 1, arbitrary: fc.nat({ max: 11 }) },
  ),
  request: fc.oneof(
    { weight: 6, arbitrary: suspensionFactory },
    { weight: 2, arbitrary: changeOfSuspended },
    { weight: 1, arbitrary: requestFactory },
  ),
})

test('administrators are suspended in pairs, and only a third one decides about each: random suspensions', async () => {
  const counts = new Map<string, number>()
  const count = (kind: string) => counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const steps = fc.array(step, { minLength: 30, maxLength: 60, size: 'max' })
  await fc.assert(
    fc.asyncProperty(initialState, steps, async (people, plan) => {
      const fixture = await openFixture(FOUR_EYES)
      try {
        await createInitialState(fixture, { ...people, admins: ADMINS })
        const history: string[] = []
        for (const next of plan) {
          const [operator] = await login(fixture, next.operator)
          if (!operator) continue
          const before = await allRows(fixture.database)
          const { userId, roleId } = operator
          const request = next.request(before, { userId, roleId, now: fixture.now() })
          const refusal = await sendRequest(fixture.administration, operator, request)
          history.push(`${operator.username}: ${JSON.stringify(request)}: ${refusal ?? 'done'}`)
          const after = await allRows(fixture.database)
          if (refusal !== undefined) {
            count(refusal)
            expect(after.users, history.join('\n')).toEqual(before.users)
            continue
          }
          count(request.kind === 'user.decide' ? request.decision : request.kind)
          const problems = findProblemsOfSuspensions(operator, request, [before, after])
          expect(problems, history.join('\n')).toEqual([])
        }
      } finally {
        await fixture.close()
      }
    }),
    bounds,
  )
  // A test proves nothing if all calls were refused, and none for these reasons.
  const wanted = [
    'user.suspend',
    'restore',
    'keep',
    'user-suspended',
    'own-suspension',
    'suspension-impossible',
  ]
  expect(wanted.filter((kind) => !counts.has(kind))).toEqual([])
})
