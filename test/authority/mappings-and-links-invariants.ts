import { isDeepStrictEqual } from 'node:util'
import type { Operator } from '../../src/core/audit-log/operator.ts'
import type { Rows } from './administration-fixture.ts'
import { isWithin, NOTHING, permissionsAfterEnd, permissionsByUser } from './effective-permissions.ts'
import { standingOf } from './invariants.ts'
import { type CredentialRows, ISSUER, type Mapped } from './mappings-and-links.ts'
import { findProblemsOfOwners } from './program-invariants.ts'

/** The user of an entry at this moment. */
const linkedTo = ({ links }: CredentialRows, of: string) =>
  links.find(({ issuer, subject: one }) => issuer === ISSUER && one === of)?.user_id

export interface State {
  readonly rows: Rows
  readonly credentials: CredentialRows
}

/** Who changes because of one person: the user, and the service accounts that this person owns. */
function othersThan({ users, programs }: Rows, userId: number | undefined): Rows['users'] {
  const owned = programs.filter(({ owner_id }) => owner_id === userId).map(({ id }) => id)
  return users.filter(({ id }) => id !== userId && !owned.includes(id))
}

/** A login or a comparison by the directory changes the user of the entry only, and gives the mapped role. */
export function findProblemsOfMapping(
  { subject: of, roleKey }: Pick<Mapped, 'subject' | 'roleKey'>,
  loggedIn: number | undefined,
  [before, after]: readonly [State, State],
): string[] {
  const problems = findProblemsOfOwners(after.rows)
  const userId = linkedTo(after.credentials, of) ?? linkedTo(before.credentials, of)
  const known = new Set(before.rows.users.map(({ id }) => id))
  const existing = (rows: Rows) => othersThan(rows, userId).filter(({ id }) => known.has(id))
  if (!isDeepStrictEqual(existing(before.rows), existing(after.rows)))
    problems.push('another user was changed')
  for (const name of ['roles', 'rules', 'departments', 'requests', 'secrets'] as const)
    if (!isDeepStrictEqual(before.rows[name], after.rows[name])) problems.push(`${name} were changed`)
  const foreign = ({ passwordLinks }: CredentialRows) => passwordLinks.filter(({ id }) => id !== userId)
  if (!isDeepStrictEqual(foreign(before.credentials), foreign(after.credentials)))
    problems.push('a link of another user was changed')
  if (linkedTo(before.credentials, of) !== undefined && linkedTo(after.credentials, of) !== userId)
    problems.push('the entry has got another user')
  if (loggedIn === undefined) return problems
  const user = after.rows.users.find(({ id }) => id === loggedIn)
  if (!user || loggedIn !== userId) return [...problems, 'somebody else was logged in']
  const permanent = user.role_until > 0 ? user.former_role_id : user.role_id
  const role = after.rows.roles.find(({ id }) => id === permanent)
  if (role?.role_key !== roleKey) problems.push(`${user.username} has the role ${role?.role_key}`)
  if (user.status !== '2') problems.push('a disabled user was logged in')
  if (before.rows.users.some((was) => was.id === user.id && was.role_id !== user.role_id))
    if (after.rows.sessions.some(({ user_id }) => user_id === user.id))
      problems.push(`${user.username} still has a session of the old role`)
  return problems
}

/** A link sets the password of its user and changes nothing else. */
export function findProblemsOfLink(
  username: string | undefined,
  [before, after]: readonly [State, State],
): string[] {
  const user = before.rows.users.find((one) => one.username === username)
  if (!user) return isDeepStrictEqual(before, after) ? [] : ['a link that was refused changed something']
  const rights = ({ rows }: State) => {
    const one = rows.users.find(({ id }) => id === user.id)
    return one && [one.role_id, one.role_until, one.former_role_id, one.dept_id, one.data_scope, one.status]
  }
  const others = ({ rows }: State) => rows.users.filter(({ id }) => id !== user.id)
  return [
    ...(user.status === '2' ? [] : ['a disabled user has a new password']),
    ...(isDeepStrictEqual(rights(before), rights(after)) ? [] : ['a link changed rights']),
    ...(isDeepStrictEqual(others(before), others(after)) ? [] : ['a link changed another user']),
    ...(after.rows.sessions.some(({ user_id }) => user_id === user.id) ? ['a session is left'] : []),
    ...(after.credentials.passwordLinks.some(({ id }) => id === user.id) ? ['the link is left'] : []),
  ]
}

/** Limited operators neither add nor remove ways to log in of users who have more than they have. */
export function findProblemsOfCredentials(
  operator: Operator,
  [before, after]: readonly [State, State],
): string[] {
  if (standingOf({ operator, before: before.rows }) !== 'limited') return []
  const own = permissionsByUser(before.rows, { now: true }).get(operator.userId) ?? NOTHING
  const held = [permissionsByUser(before.rows), permissionsAfterEnd(before.rows)]
  return before.rows.users
    .filter(({ id }) => held.some((permissions) => !isWithin(permissions.get(id) ?? NOTHING, [own])))
    .filter(({ id }) => after.rows.users.some((user) => user.id === id))
    .filter(({ id }) => !isDeepStrictEqual(credentialsOf(before, id), credentialsOf(after, id)))
    .map(({ username }) => `${username} has more permissions and other ways to log in`)
}

function credentialsOf({ credentials: { links, passwordLinks } }: State, userId: number) {
  return [links.filter(({ user_id }) => user_id === userId), passwordLinks.filter(({ id }) => id === userId)]
}

export function othersChanged(before: State, after: State, userId: number | undefined): string[] {
  const others = ({ rows }: State) => rows.users.filter(({ id }) => id !== userId)
  return isDeepStrictEqual(others(before), others(after)) ? [] : ['another user was changed']
}
