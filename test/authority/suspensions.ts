import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import type { Operator } from '../../src/core/audit-log/operator.ts'
import type { Rows } from './administration-fixture.ts'
import { at, NO_ID, number, userAt } from './drawn-rows.ts'
import type { Request, RequestFactory } from './request.ts'

const ENABLED = '2'
const DISABLED = '1'

type User = Rows['users'][number]

const isSuspended = ({ suspended_by }: User) => suspended_by !== 0

/** Mostly of an admin. */
const suspend = number.map(
  (n): RequestFactory =>
    (rows) => ({ kind: 'user.suspend', id: at(adminsIn(rows), n)?.id ?? NO_ID }),
)

/** Mostly about somebody who is suspended. */
const decide = fc.record({ n: number, decision: fc.constantFrom('restore', 'keep') }).map(
  ({ n, decision }): RequestFactory =>
    (rows) => {
      const id = at(rows.users.filter(isSuspended), n)?.id ?? userAt(rows, n)
      return { kind: 'user.decide', id, decision }
    },
)

export const suspensionFactory: fc.Arbitrary<RequestFactory> = fc.oneof(
  { weight: 1, arbitrary: suspend },
  { weight: 2, arbitrary: decide },
)

/** Changes what only a decision about a suspension may change. */
export const changeOfSuspended: fc.Arbitrary<RequestFactory> = fc.record({ n: number, change: number }).map(
  ({ n, change }): RequestFactory =>
    (rows) => {
      const user = at(rows.users.filter(isSuspended), n)
      const id = user?.id ?? userAt(rows, n)
      const roleId = at(rows.roles, n)?.id ?? NO_ID
      const requests: readonly Request[] = [
        { kind: 'user.change', id, change: { status: ENABLED } },
        { kind: 'user.change', id, change: { username: `user ${n}` } },
        { kind: 'user.setRole', ids: [id], roleId },
        { kind: 'user.password', id },
        { kind: 'user.remove', ids: [id] },
      ]
      return at(requests, change) ?? { kind: 'user.password', id }
    },
)

/** Two administrators are suspended together, and only a third one decides about each. Nothing else changes them. */
export function findProblemsOfSuspensions(
  operator: Operator,
  request: Request,
  [before, after]: readonly [Rows, Rows],
): string[] {
  const problems: string[] = []
  const concerned = concernedBy(operator, request)
  for (const was of before.users) {
    const is = after.users.find(({ id }) => id === was.id)
    const isDecision = request.kind === 'user.decide' && request.id === was.id
    if (isSuspended(was) && !isDecision && !isDeepStrictEqual(was, is))
      problems.push(`${was.username} is suspended and was changed`)
    if (isDecision && (!isSuspended(was) || (is && isSuspended(is))))
      problems.push(`a decision about ${was.username}, who was not suspended or still is`)
    if (isDecision && [was.id, was.suspended_with].includes(operator.userId))
      problems.push(`one of the two has decided about ${was.username}`)
    if (!isSuspended(was) && is && isSuspended(is) && !concerned.includes(was.id))
      problems.push(`${was.username} was suspended by somebody else`)
  }
  for (const { id, username, status } of after.users.filter(isSuspended)) {
    if (status !== DISABLED) problems.push(`${username} is suspended and enabled`)
    if (after.sessions.some(({ user_id }) => user_id === id))
      problems.push(`${username} is suspended and has a session`)
  }
  if (request.kind !== 'user.suspend' && request.kind !== 'user.decide') return problems
  if (!adminsIn(before).some(({ id }) => id === operator.userId)) problems.push('it is no admin')
  const others = (rows: Rows) => rows.users.filter(({ id }) => !concerned.includes(id))
  if (!isDeepStrictEqual(others(before), others(after))) problems.push('others were changed')
  if (request.kind === 'user.suspend') {
    const both = after.users.filter(({ id }) => concerned.includes(id))
    if (both.length !== 2 || !both.every(isSuspended)) problems.push('not both are suspended')
    const isLeft = ({ status, role_until }: User) => status === ENABLED && role_until === 0
    if (!adminsIn(after).some(isLeft)) problems.push('no administrator is left')
  }
  return problems
}

function concernedBy({ userId }: Operator, request: Request): readonly number[] {
  if (request.kind === 'user.suspend') return [userId, request.id]
  return request.kind === 'user.decide' ? [request.id] : []
}

function adminsIn({ users, roles }: Rows): User[] {
  const admin = roles.find(({ role_key }) => role_key === 'admin')
  return users.filter(({ role_id }) => role_id === admin?.id)
}
