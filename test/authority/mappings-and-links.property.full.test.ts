import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Operator } from '../../src/core/audit-log/operator.ts'
import { scaled } from '../support/scale.ts'
import { accessRequestFactory } from './access-requests.ts'
import { allRows, type Fixture, openFixture, type Rows } from './administration-fixture.ts'
import {
  createInitialState,
  createPrograms,
  type InitialState,
  initialState,
  logInAll,
  login,
} from './initial-state.ts'
import { findProblems, standingOf } from './invariants.ts'
import {
  type CredentialRows,
  createMappingsAndLinks,
  credentialRows,
  type Mapped,
  type MappingsAndLinks,
  type OperatorAct,
  prepareInvitations,
} from './mappings-and-links.ts'
import {
  findProblemsOfCredentials,
  findProblemsOfLink,
  findProblemsOfMapping,
  othersChanged,
  type State,
} from './mappings-and-links-invariants.ts'
import { handOverFactory, programRequestFactory } from './program-requests.ts'
import { renameOrMoveFactory } from './rename-requests.ts'
import type { Request, RequestFactory } from './request.ts'
import { requestInTimeFactory } from './requests.ts'
import { sendRequest } from './send-request.ts'
import { findProblemsOfTime } from './time-invariants.ts'

// All ways by which somebody gains, loses or keeps rights, at random and beside each other.

const SECONDS = Math.max(0, Number(process.env.AUTHORITY_SECONDS ?? 0)) || 0
const RUNS = scaled(20, 300)
const bounds =
  SECONDS > 0
    ? { numRuns: 1_000_000, interruptAfterTimeLimit: SECONDS * 1000, markInterruptAsFailure: false }
    : { numRuns: RUNS, seed: 13 }
const TIMEOUT_MS = (600 + SECONDS) * 1000

const number = fc.nat({ max: 23 })
const SUBJECTS = ['entry a', 'entry b', 'entry c']
const subject = fc.constantFrom(...SUBJECTS)
/** The groups of an entry change between its logins. */
const mapped = fc.record({
  subject,
  roleKey: fc.constantFrom('admin', 'k0', 'k0', 'k1', 'k2', undefined),
  deptId: fc.constantFrom(undefined, undefined, 0, 1, 2),
  how: fc.constantFrom('login' as const, 'login' as const, 'sync' as const),
})
/** Looked up when it is executed. */
type DrawnAct = (rows: Rows, credentials: CredentialRows) => OperatorAct
const userAt = ({ users }: Rows, n: number) => users[n % users.length]?.id ?? 0
const act: fc.Arbitrary<DrawnAct> = fc.oneof(
  fc.record({ user: number, subject }).map(({ user, subject: of }) => (rows: Rows) => ({
    kind: 'link' as const,
    userId: userAt(rows, user),
    subject: of,
  })),
  number.map((n) => (_: Rows, { links }: CredentialRows) => {
    const { id: linkId = 0, user_id: userId = 0 } = links[n % Math.max(1, links.length)] ?? {}
    return { kind: 'unlink' as const, userId, linkId }
  }),
  number.map((n) => (rows: Rows) => ({ kind: 'invite' as const, userId: userAt(rows, n) })),
  fc
    .constantFrom('same-rights' as const, 'covered' as const, 'unused' as const, 'idle' as const)
    .map((report) => () => ({ kind: 'clean-up' as const, report })),
)

type Step =
  | { readonly operator: number; readonly request: RequestFactory }
  | { readonly operator: number; readonly act: DrawnAct }
  | { readonly mapped: Omit<Mapped, 'username'>; readonly name: number }
  | { readonly forgotten: number }
  | { readonly link: number }
  | { readonly login: number }
  | { readonly hours: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 7,
    arbitrary: fc.record({
      operator: number,
      request: fc.oneof(requestInTimeFactory, programRequestFactory, accessRequestFactory),
    }),
  },
  { weight: 5, arbitrary: fc.record({ operator: number, request: renameOrMoveFactory }) },
  { weight: 3, arbitrary: fc.record({ operator: number, request: handOverFactory }) },
  { weight: 6, arbitrary: fc.record({ operator: number, act }) },
  { weight: 4, arbitrary: fc.record({ mapped, name: number }) },
  { weight: 1, arbitrary: fc.record({ forgotten: number }) },
  { weight: 2, arbitrary: fc.record({ link: number }) },
  { weight: 2, arbitrary: fc.record({ login: number }) },
  { weight: 1, arbitrary: fc.record({ hours: fc.constantFrom(1, 3, 48) }) },
)

async function stateOf({ database }: Fixture): Promise<State> {
  return { rows: await allRows(database), credentials: await credentialRows(database) }
}

/** How often each kind of step was accepted: a test proves nothing if all of them were refused. */
type Counts = Map<string, number>

function createRun(counts: Counts) {
  const count = (kind: string) => counts.set(kind, (counts.get(kind) ?? 0) + 1)

  return async (people: InitialState, steps: readonly Step[]): Promise<void> => {
    const fixture = await openFixture()
    try {
      await createInitialState(fixture, people)
      await createPrograms(fixture)
      await prepareInvitations(fixture)
      const operators = await logInAll(fixture)
      const mappingsAndLinks = createMappingsAndLinks(fixture)
      const history: string[] = []
      for (const one of steps) {
        const before = await stateOf(fixture)
        const problems = await take(one, { fixture, mappingsAndLinks, operators, before, history })
        expect(problems, history.join('\n')).toEqual([])
      }
    } finally {
      await fixture.close()
    }
  }

  async function take(
    one: Step,
    context: {
      readonly fixture: Fixture
      readonly mappingsAndLinks: MappingsAndLinks
      readonly operators: Operator[]
      readonly before: State
      readonly history: string[]
    },
  ): Promise<string[]> {
    const { fixture, mappingsAndLinks, operators, before, history } = context
    const { rows } = before
    if ('login' in one) {
      operators.push(...(await login(fixture, one.login)))
      return []
    }
    if ('hours' in one) {
      await fixture.wait(one.hours)
      history.push(`${one.hours} hours pass`)
      return findProblemsOfTime(rows, await allRows(fixture.database))
    }
    if ('forgotten' in one) {
      const user = rows.users[one.forgotten % rows.users.length]
      await mappingsAndLinks.forget(user?.username ?? '')
      history.push(`${user?.username} has forgotten the password`)
      return othersChanged(before, await stateOf(fixture), user?.id)
    }
    if ('link' in one) {
      const username = await mappingsAndLinks.setPasswordByLink(one.link)
      history.push(`a link is used: ${username ?? 'refused'}`)
      if (username !== undefined) count('link used')
      return findProblemsOfLink(username, [before, await stateOf(fixture)])
    }
    if ('mapped' in one) {
      const username = rows.users[one.name % (2 * rows.users.length)]?.username ?? `new ${one.name}`
      const loggedIn = await mappingsAndLinks.map({ ...one.mapped, username })
      history.push(`${JSON.stringify({ ...one.mapped, username })}: ${loggedIn ?? 'no login'}`)
      const after = await stateOf(fixture)
      if (loggedIn !== undefined) count('mapped login')
      if (!isDeepStrictEqual(rows.users, after.rows.users))
        count(`mapped ${one.mapped.how} changed something`)
      return findProblemsOfMapping(one.mapped, loggedIn, [before, after])
    }
    const operator = operators[one.operator % operators.length]
    if (!operator) return []
    const standing = standingOf({ operator, before: rows })
    const { userId, roleId } = operator
    const asked: OperatorAct | Request =
      'act' in one
        ? one.act(rows, before.credentials)
        : one.request(rows, { userId, roleId, now: fixture.now() })
    const refusal =
      'act' in one
        ? await mappingsAndLinks.perform(operator, asked as OperatorAct)
        : await sendRequest(fixture.administration, operator, asked as ReturnType<RequestFactory>)
    history.push(`${operator.username}, ${standing}: ${JSON.stringify(asked)}: ${refusal ?? 'done'}`)
    const after = await stateOf(fixture)
    if (refusal === undefined) count(`${standing} ${kindOf(asked)}`)
    return [
      ...findProblems({ operator, refusal, before: rows, after: after.rows }),
      ...(refusal === undefined || isDeepStrictEqual(before.credentials, after.credentials)
        ? []
        : ['a refused call changed ways to log in']),
      ...findProblemsOfCredentials(operator, [before, after]),
    ]
  }
}

/** Renames and moves are counted apart. */
function kindOf(asked: OperatorAct | Request): string {
  if ('report' in asked) return asked.report
  if (asked.kind !== 'user.change' && asked.kind !== 'role.change' && asked.kind !== 'dept.change')
    return asked.kind
  const [field = ''] = Object.keys(asked.change)
  return `${asked.kind} ${field}`
}

test(
  'nobody gains more by mappings, links, invitations, renames, moves, clean-ups and roles until a time',
  async () => {
    const counts: Counts = new Map()
    const steps = fc.array(step, { minLength: 30, maxLength: 60, size: 'max' })
    await fc.assert(fc.asyncProperty(initialState, steps, createRun(counts)), bounds)
    if (SECONDS > 0) console.log(counts)
    const kinds = ['limited link', 'limited invite', 'limited unlink', 'link used', 'mapped login']
    const cleanUps = ['limited same-rights', 'limited covered', 'limited unused', 'limited idle']
    const renames = [
      'limited user.change username',
      'limited role.change roleKey',
      'limited dept.change deptName',
    ]
    const moves = ['limited user.change deptId', 'limited dept.change parentId', 'limited service.change']
    const others = ['mapped login changed something', 'mapped sync changed something']
    const wanted = [...kinds, ...cleanUps, ...renames, ...moves, ...others]
    expect(wanted.filter((kind) => !counts.has(kind))).toEqual([])
  },
  TIMEOUT_MS,
)
