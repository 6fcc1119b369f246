import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Operator } from '../../src/core/audit-log/operator.ts'
import { scaled } from '../support/scale.ts'
import { accessRequestFactory } from './access-requests.ts'
import { allRows, COMMAND_LINE, type Fixture, openFixture, type Rows } from './administration-fixture.ts'
import { branchRequestFactory } from './department-requests.ts'
import { dataSeenBy } from './effective-permissions.ts'
import {
  branchState,
  createApprovers,
  createDeputies,
  createInitialState,
  createPrograms,
  type InitialState,
  initialState,
  logInAll,
  login,
} from './initial-state.ts'
import { createGrantHistory, findProblems, standingOf } from './invariants.ts'
import { programRequestFactory } from './program-requests.ts'
import type { Request, RequestFactory } from './request.ts'
import { requestFactory, requestInTimeFactory } from './requests.ts'
import { sendRequest } from './send-request.ts'
import { findProblemsOfTime } from './time-invariants.ts'

/** How long to search for a counterexample. By default a fixed number of fixed sequences is tested. */
const SECONDS = Math.max(0, Number(process.env.AUTHORITY_SECONDS ?? 0)) || 0
const SHORT_RUNS = scaled(30, 100)
const MAX_STEPS = 60

const bounds =
  SECONDS > 0
    ? { numRuns: 1_000_000, interruptAfterTimeLimit: SECONDS * 1000, markInterruptAsFailure: false }
    : { numRuns: SHORT_RUNS, seed: 7 }

/** Most calls come from an operator with an active session, some from one whose token must be refused. */
interface PlannedCall {
  readonly operator: number
  readonly dead: boolean
  /** Whether it comes from an operator with the data of some departments, if there is one. */
  readonly ofBranch: boolean
  readonly requestFactory: RequestFactory
}

const dead = fc.integer({ min: 0, max: 9 }).map((n) => n === 9)
const mostlyOfBranch = fc.integer({ min: 0, max: 3 }).map((n) => n > 0)

type Plan = (PlannedCall | { readonly login: number } | { readonly hours: number })[]

interface PlanOptions {
  readonly ofBranch?: fc.Arbitrary<boolean>
  readonly timePasses?: boolean
  readonly minSteps?: number
}

function planOf(factory: fc.Arbitrary<RequestFactory>, options: PlanOptions = {}): fc.Arbitrary<Plan> {
  const { ofBranch = fc.constant(false), timePasses = false, minSteps = 0 } = options
  const call = fc.record({ operator: fc.nat({ max: 23 }), dead, ofBranch, requestFactory: factory })
  const step: fc.Arbitrary<Plan[number]> = fc.oneof(
    { weight: 12, arbitrary: call },
    { weight: 3, arbitrary: fc.record({ login: fc.nat({ max: 11 }) }) },
    { weight: timePasses ? 1 : 0, arbitrary: fc.record({ hours: fc.constantFrom(1, 3, 48) }) },
  )
  return fc.array(step, { minLength: minSteps, maxLength: MAX_STEPS, size: 'max' })
}

function askedBy(operators: readonly Operator[], ask: PlannedCall, before: Rows): Operator {
  const isDead = (operator: Operator) => standingOf({ operator, before }) === 'locked out'
  const some = operators.filter((operator) => isDead(operator) === ask.dead)
  const ofBranch = ask.ofBranch ? some.filter((operator) => hasDepartments(before, operator)) : []
  const list = [ofBranch, some, operators].find(({ length }) => length > 0) ?? []
  return list[ask.operator % list.length] ?? COMMAND_LINE
}

interface Counts {
  calls: number
  accepted: number
  /** Roles that ended because their time was over. */
  ended: number
  readonly fromLimited: Map<string, number>
  readonly fromBranch: Map<string, number>
}

type Prepare = (fixture: Fixture) => Promise<void>

/** Returns a function that makes the planned calls, and fails if one violates an invariant. */
function createRun(counts: Counts, prepare: Prepare) {
  return async (people: InitialState, plan: Plan): Promise<void> => {
    const fixture = await openFixture()
    try {
      await createInitialState(fixture, people)
      await prepare(fixture)
      const operators = await logInAll(fixture)
      const granted = createGrantHistory()
      const history: string[] = []
      let before = await allRows(fixture.database)
      granted.add(before)
      for (const next of plan) {
        if ('login' in next) {
          operators.push(...(await login(fixture, next.login)))
          before = await allRows(fixture.database)
          continue
        }
        if ('hours' in next) {
          await fixture.wait(next.hours)
          const after = await allRows(fixture.database)
          history.push(`${next.hours} hours pass`)
          expect(findProblemsOfTime(before, after), history.join('\n')).toEqual([])
          counts.ended += before.users.filter(
            ({ id, role_until }) => role_until > 0 && isEnded(after, id),
          ).length
          before = after
          continue
        }
        const operator = askedBy(operators, next, before)
        const { userId, roleId } = operator
        const request = next.requestFactory(before, { userId, roleId, now: fixture.now() })
        const refusal = await sendRequest(fixture.administration, operator, request)
        const after = await allRows(fixture.database)
        const standing = standingOf({ operator, before })
        history.push(`${operator.username}, ${standing}: ${JSON.stringify(request)}: ${refusal ?? 'done'}`)
        counts.calls++
        if (refusal === undefined) counts.accepted++
        if (refusal === undefined && standing === 'limited') count(counts.fromLimited, kindOf(request))
        if (refusal === undefined && standing === 'limited' && !hasAllData(before, operator))
          count(counts.fromBranch, request.kind)
        if (standing === 'unlimited') granted.add(after)
        const problems = findProblems({ operator, refusal, before, after })
        if (granted.isExceeded(after)) problems.push('a role has permissions that no admin ever granted')
        expect(problems, history.join('\n')).toEqual([])
        before = after
      }
    } finally {
      await fixture.close()
    }
  }
}

/** Searches for a counterexample. Returns what was accepted: a test proves nothing if all calls were refused. */
async function search(
  people: fc.Arbitrary<InitialState>,
  plan: fc.Arbitrary<Plan>,
  prepare: Prepare = async () => {},
): Promise<Counts> {
  const counts: Counts = { calls: 0, accepted: 0, ended: 0, fromLimited: new Map(), fromBranch: new Map() }
  await fc.assert(fc.asyncProperty(people, plan, createRun(counts, prepare)), bounds)
  if (SECONDS > 0)
    console.log(`${counts.calls} calls, ${counts.accepted} accepted`, counts.fromLimited, counts.fromBranch)
  return counts
}

const TIMEOUT_MS = (600 + SECONDS) * 1000

test(
  'no operator can grant more than they have: random users, roles, policies and calls',
  async () => {
    const { fromLimited, fromBranch } = await search(initialState, planOf(requestFactory))
    const users = ['user.add', 'user.change', 'user.setRole']
    const roles = ['role.add', 'role.change', 'role.copy']
    const rules = ['policy.add', 'policy.remove', 'policy.change']
    expect([...fromLimited.keys()]).toEqual(expect.arrayContaining([...users, ...roles, ...rules]))
    const branch = ['user.add', 'user.change', 'user.remove', 'dept.add', 'dept.change']
    expect([...fromBranch.keys()]).toEqual(expect.arrayContaining(branch))
  },
  TIMEOUT_MS,
)

test(
  'no administrator of a branch changes the data of others by a department: random moves and states',
  async () => {
    const { fromBranch } = await search(
      branchState,
      planOf(branchRequestFactory, { ofBranch: mostlyOfBranch }),
    )
    expect(fromBranch.get('dept.change')).toBeGreaterThan(10)
  },
  TIMEOUT_MS,
)

test(
  'nobody gains more from a role that ends: random roles until a time',
  async () => {
    const plan = planOf(requestInTimeFactory, { timePasses: true })
    const { fromLimited, ended } = await search(initialState, plan, createDeputies)
    expect(ended).toBeGreaterThan(0)
    expect([...fromLimited.keys()]).toContain('user.change until')
  },
  TIMEOUT_MS,
)

test(
  'nobody gains more through the account of a program, and it never has more than its owner',
  async () => {
    const { fromLimited } = await search(initialState, planOf(programRequestFactory), createPrograms)
    const programs = ['service.add', 'service.change', 'service.accept', 'service.secret']
    expect([...fromLimited.keys()]).toEqual(expect.arrayContaining(programs))
  },
  TIMEOUT_MS,
)

test(
  'nobody gains more by a request than the one who approves it has: random requests and decisions',
  async () => {
    // A request needs a second call to be approved, and mostly a third one that changes something between.
    const plan = planOf(accessRequestFactory, { timePasses: true, minSteps: 30 })
    const { fromLimited, fromBranch } = await search(initialState, plan, createApprovers)
    const requests = ['request.ask', 'request.withdraw', 'request.decide', 'request.decide approve']
    expect([...fromLimited.keys()]).toEqual(expect.arrayContaining(requests))
    expect(fromBranch.get('request.ask')).toBeGreaterThan(0)
  },
  TIMEOUT_MS,
)

function isEnded({ users }: Rows, userId: number): boolean {
  return users.some(({ id, role_until }) => id === userId && role_until === 0)
}

/** Roles until a time and approvals are counted apart. */
function kindOf(request: Request): string {
  if (request.kind === 'request.decide' && request.decision === 'approve') return 'request.decide approve'
  return request.kind === 'user.change' && request.change.roleUntil ? 'user.change until' : request.kind
}

function hasDepartments(rows: Rows, { userId }: Operator): boolean {
  const data = dataSeenBy(rows, userId)
  return !data.has('any') && [...data].some((one) => one !== 'own')
}

function hasAllData(rows: Rows, { userId }: Operator): boolean {
  return dataSeenBy(rows, userId).has('any')
}

function count(counts: Map<string, number>, kind: string): void {
  counts.set(kind, (counts.get(kind) ?? 0) + 1)
}
