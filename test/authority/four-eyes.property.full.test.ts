import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Operator } from '../../src/core/audit-log/operator.ts'
import { createPolicyIndex } from '../../src/core/permission/policy-index.ts'
import { Refusal } from '../../src/platform/refusal/refusal.ts'
import { scaled } from '../support/scale.ts'
import { allRows, type Fixture, openFixture, type Rows } from './administration-fixture.ts'
import { departmentData, permissionsByUser } from './effective-permissions.ts'
import { createBranch, createInitialState, createPrograms, initialState, login } from './initial-state.ts'
import { programRequestFactory } from './program-requests.ts'
import type { Request, RequestFactory } from './request.ts'
import { requestFactory, requestInTimeFactory } from './requests.ts'
import { sendRequest } from './send-request.ts'
import { findProblemsOfSuspensions, suspensionFactory } from './suspensions.ts'

/** How long to search for a counterexample. By default a fixed number of fixed sequences is tested. */
const SECONDS = Math.max(0, Number(process.env.AUTHORITY_SECONDS ?? 0)) || 0
const bounds =
  SECONDS > 0
    ? { numRuns: 1_000_000, interruptAfterTimeLimit: SECONDS * 1000, markInterruptAsFailure: false }
    : { numRuns: scaled(14, 60), seed: 12 }

const FOUR_EYES = { operations: ['grant-administration', 'change-administrator-role'], minutes: 60 }
const ADMINS = 4

const CHANGE_USER = { method: 'PUT', path: '/api/v1/sys-user/7' }

/** What an admin would do to act for two. */
const takeover = fc.record({ user: fc.nat({ max: 11 }), isGrant: fc.boolean() }).map(
  ({ user, isGrant }): RequestFactory =>
    (rows) => {
      const id = at(rows, user)
      const roleId = rows.roles.find(({ role_key }) => role_key === 'admin')?.id ?? 0
      return isGrant ? { kind: 'user.change', id, change: { roleId } } : { kind: 'user.password', id }
    },
)

/** What an admin would do so that somebody who administers a branch gets more data. */
const widening = fc.record({ place: fc.nat({ max: 11 }), department: fc.nat({ max: 11 }) }).map(
  ({ place, department }): RequestFactory =>
    (rows) => {
      const { administrators, admins } = standingsOf(rows)
      const users = rows.users.filter(({ id }) => administrators.has(id) && !admins.has(id))
      const user = users[place % users.length]
      const other = rows.departments[department % rows.departments.length]
      if (!user || !other) return { kind: 'dept.add', deptName: 'x', parentId: 0 }
      const own = rows.departments.find(({ id }) => id === user.dept_id)
      if (!own || user.data_scope !== '4')
        return { kind: 'user.change', id: user.id, change: { deptId: other.id, dataScope: '4' } }
      if (other.id === own.id || own.status !== '2') {
        const status = own.status === '2' ? '1' : '2'
        return { kind: 'dept.change', id: own.id, change: { status } }
      }
      const parentId = other.parent_id === own.id ? 0 : own.id
      return { kind: 'dept.change', id: other.id, change: { parentId } }
    },
)

/** What an admin would do so that everybody with some role administers. */
const opening = fc.nat({ max: 11 }).map(
  (place): RequestFactory =>
    (rows) => {
      const { administrators } = standingsOf(rows)
      const users = rows.users.filter(({ id }) => !administrators.has(id))
      const held = rows.roles.find(({ id }) => id === users[place % users.length]?.role_id)
      return { kind: 'policy.add', rules: [{ roleKey: held?.role_key ?? 'admin', ...CHANGE_USER }] }
    },
)

/** What an admin does alone before a confirmed rule is added: gives a user of its role other data, or a department another place. */
const moving = fc
  .record({ user: fc.nat({ max: 11 }), department: fc.nat({ max: 11 }), isUser: fc.boolean() })
  .map(({ user, department, isUser }) => ({ users, roles, departments }: Rows, roleKey: string): Request => {
    const role = roles.find(({ role_key }) => role_key === roleKey)
    const holders = users.filter(({ role_id }) => role_id === role?.id)
    const { id = 0, dept_id = 0 } = holders[user % holders.length] ?? {}
    const deptId = departments[department % departments.length]?.id ?? 0
    return isUser
      ? { kind: 'user.change', id, change: { deptId, dataScope: '4' } }
      : { kind: 'dept.change', id: deptId, change: { parentId: dept_id } }
  })

/** Mostly an admin, by the place in the list of users. */
const person = fc.oneof({ weight: 3, arbitrary: fc.nat({ max: ADMINS - 1 }) }, fc.nat({ max: 11 }))
const step = fc.record({
  operator: person,
  confirmers: fc.array(person, { maxLength: 3 }),
  /** Made by somebody on the machine between the confirmation and the change. */
  disabledMeanwhile: fc.oneof({ weight: 6, arbitrary: fc.constant(null) }, person),
  /** Made by whoever asked, between the confirmation and the change. */
  movedMeanwhile: fc.option(moving),
  request: fc.oneof(
    { weight: 4, arbitrary: fc.oneof(takeover, widening, widening, opening) },
    { weight: 1, arbitrary: suspensionFactory },
    { weight: 4, arbitrary: fc.oneof(requestFactory, requestInTimeFactory, programRequestFactory) },
  ),
})

/** Calls that change something in the administration API, of which some rules of the requests allow some. */
const ADMINISTRATION = [
  { method: 'POST', path: '/api/v1/policy' },
  { method: 'PUT', path: '/api/v1/role/7' },
  CHANGE_USER,
]

/** Returns who is an admin and who may administer, now or when a role returns, by the rows alone. */
function standingsOf({ users, roles, rules }: Rows) {
  const index = createPolicyIndex(rules)
  const keyOf = new Map(roles.map(({ id, role_key }) => [id, role_key]))
  const enabled = new Set(roles.filter(({ status }) => status === '2').map(({ id }) => id))
  const admins = new Set<number>()
  const administrators = new Set<number>()
  for (const user of users) {
    const held = [user.role_id, user.former_role_id]
    if (held.some((id) => keyOf.get(id) === 'admin')) admins.add(user.id)
    const administers = held.some((id) => {
      const key = keyOf.get(id) ?? ''
      const isAllowed = ADMINISTRATION.some(({ path, method }) => index.allows(key, path, method))
      return enabled.has(id) && (key === 'admin' || isAllowed)
    })
    if (user.status === '2' && administers) administrators.add(user.id)
  }
  // Who is suspended counts until somebody decides.
  const permanent = users.filter(
    ({ role_id, role_until, status, suspended_by }) =>
      keyOf.get(role_id) === 'admin' && role_until === 0 && (status === '2' || suspended_by !== 0),
  )
  return { admins, administrators, permanent: permanent.map(({ id }) => id) }
}

/** Returns those who administer before and after, below `admin`, and see more data than before. A new department is empty. */
function seeMore(before: Rows, after: Rows): number[] {
  const [was, is] = [standingsOf(before), standingsOf(after)]
  const [saw, see] = [before, after].map((rows) => permissionsByUser(rows, { now: true }))
  const known = new Set(before.departments.map(({ id }) => departmentData(id)))
  const isKnown = (data: string) => !data.startsWith(departmentData(0).slice(0, -1)) || known.has(data)
  return after.users
    .filter(({ id, former_role_id }) => {
      // Whoever has a role until a time may administer with the other one only.
      if (former_role_id !== 0 || !was.administrators.has(id) || !is.administrators.has(id)) return false
      if (was.admins.has(id) || is.admins.has(id)) return false
      return [...(see?.get(id)?.data ?? [])].some((data) => isKnown(data) && !saw?.get(id)?.data.has(data))
    })
    .map(({ id }) => id)
}

function administratorsGained(before: Rows, after: Rows): number[] {
  const were = standingsOf(before).administrators
  return [...standingsOf(after).administrators].filter((id) => !were.has(id))
}

/** Returns what a user sees, and whether the user is enabled. */
function dataOf(userId: number, rows: Rows): string {
  const data = permissionsByUser(rows, { now: true })?.get(userId)?.data ?? []
  const status = rows.users.find(({ id }) => id === userId)?.status
  return JSON.stringify([status, [...data].toSorted()])
}

/** Returns the users who have got administration rights, more data with them or no longer confirm, or whose credentials somebody else has changed although they confirm. */
function concernedBy(before: Rows, after: Rows, operator: Operator, request: Request): Set<number> {
  const [was, is] = [standingsOf(before), standingsOf(after)]
  const concerned = new Set([...is.administrators].filter((id) => !was.administrators.has(id)))
  for (const id of is.admins) if (!was.admins.has(id)) concerned.add(id)
  // A role that has no end ends only by a change.
  for (const id of was.permanent) if (!is.permanent.includes(id)) concerned.add(id)
  for (const id of seeMore(before, after)) concerned.add(id)
  // One administrator suspends another one, and a third one decides, without a confirmation.
  if (request.kind === 'user.suspend' || request.kind === 'user.decide') concerned.clear()
  const names = new Map(before.users.map(({ id, username }) => [id, username]))
  for (const { id, username } of after.users) {
    if (!was.admins.has(id) || !is.admins.has(id) || id === operator.userId) continue
    const isNewPassword = request.kind === 'user.password' && request.id === id
    if (isNewPassword || names.get(id) !== username) concerned.add(id)
  }
  return concerned
}

async function decide({ administration, now }: Fixture, by: Operator, id: number): Promise<boolean> {
  try {
    const operator = { ...by, loggedInAt: now() }
    await administration.confirmationAdministration.decide(operator, id, 'confirm')
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

const confirmationsOf = ({ database }: Fixture) =>
  database.selectFrom('confirmations').selectAll().orderBy('id').execute()

test('nobody gets administration rights, or the account of an admin, without two people', async () => {
  const counts = { done: 0, asked: 0, used: 0, gained: 0, widened: 0, moved: 0 }
  await fc.assert(
    fc.asyncProperty(initialState, fc.array(step, { maxLength: 40, size: 'max' }), async (people, plan) => {
      const fixture = await openFixture(FOUR_EYES)
      try {
        await createInitialState(fixture, { ...people, admins: ADMINS })
        await createPrograms(fixture)
        await createBranch(fixture)
        const history: string[] = []
        for (const next of plan) {
          const [operator] = await login(fixture, next.operator)
          if (!operator) continue
          let before = await allRows(fixture.database)
          const { userId, roleId } = operator
          const request = next.request(before, { userId, roleId, now: fixture.now() })
          let refusal = await sendRequest(fixture.administration, operator, request)
          const deciders = new Set<number>()
          if (refusal === 'confirmation-required') {
            counts.asked++
            const unchanged = await allRows(fixture.database)
            expect([unchanged.users, unchanged.roles, unchanged.rules]).toEqual([
              before.users,
              before.roles,
              before.rules,
            ])
            const id = (await confirmationsOf(fixture))
              .filter(({ status }) => status === 'waiting')
              .at(-1)?.id
            const asked = before
            for (const place of next.confirmers) {
              const [by] = await login(fixture, place)
              if (by && (await decide(fixture, by, id ?? 0))) deciders.add(by.userId)
            }
            if (next.disabledMeanwhile !== null) {
              const disabled = at(before, next.disabledMeanwhile)
              await fixture.database
                .updateTable('users')
                .set({ status: '1' })
                .where('id', '=', disabled)
                .execute()
              deciders.delete(disabled)
            }
            const roleKey = request.kind === 'policy.add' ? request.rules[0]?.roleKey : undefined
            const moved = roleKey === undefined ? undefined : next.movedMeanwhile?.(before, roleKey)
            const isMoved =
              moved && (await sendRequest(fixture.administration, operator, moved)) === undefined
            if (isMoved) history.push(`${operator.username}, meanwhile: ${JSON.stringify(moved)}`)
            before = await allRows(fixture.database)
            refusal = await sendRequest(fixture.administration, operator, request)
            if (refusal === undefined) counts.used++
            if (isMoved) {
              counts.moved++
              const gained = administratorsGained(before, await allRows(fixture.database))
              const changed = gained.filter((id) => dataOf(id, asked) !== dataOf(id, before))
              expect(changed, [...history, JSON.stringify(request)].join('\n')).toEqual([])
            }
          }
          history.push(`${operator.username}: ${JSON.stringify(request)}: ${refusal ?? 'done'}`)
          const after = await allRows(fixture.database)
          const concerned =
            refusal === undefined ? concernedBy(before, after, operator, request) : new Set<number>()
          if (refusal === undefined) {
            counts.done++
            const problems = findProblemsOfSuspensions(operator, request, [before, after])
            expect(problems, history.join('\n')).toEqual([])
          } else expect(standingsOf(after), history.join('\n')).toEqual(standingsOf(before))
          if (concerned.size > 0) counts.gained++
          if (concerned.size > 0 && request.kind === 'dept.change') counts.widened++
          const second = [...deciders].filter(
            (id) => id !== userId && !concerned.has(id) && standingsOf(before).admins.has(id),
          )
          expect(concerned.size === 0 || second.length > 0, history.join('\n')).toBe(true)
          expect(concerned.has(userId), history.join('\n')).toBe(false)
          const [were, are] = [standingsOf(before).permanent, standingsOf(after).permanent]
          expect(are.length >= Math.min(2, were.length), history.join('\n')).toBe(true)
        }
      } finally {
        await fixture.close()
      }
    }),
    bounds,
  )
  // A test proves nothing if all calls were refused.
  expect(counts.done).toBeGreaterThan(20)
  expect(counts.asked).toBeGreaterThan(20)
  expect(counts.used).toBeGreaterThan(5)
  expect(counts.gained).toBeGreaterThan(3)
  expect(counts.widened).toBeGreaterThan(0)
  expect(counts.moved).toBeGreaterThan(0)
})

function at({ users }: Rows, place: number): number {
  return users[place % users.length]?.id ?? 0
}
