import { dataScopeOf } from '../../../core/user/command-words.ts'
import type { Reach, RightsReach, RoleReach, UserReach } from './reach.ts'

type Words = readonly (readonly [name: string, value: string])[]

const CUSTOM_DEPARTMENTS = '2'
const SCOPES = { all: 'all data', departments: 'data of', own: 'own data', none: 'no data' } as const

/** Returns what a change means in words, with one line per field: the value that stays, or those before and after. */
export function reachLines({ users, roles }: Reach): string[] {
  return [
    ...users.flatMap(({ before, after }) =>
      section(
        `user ${(before ?? after)?.username}`,
        before && wordsOfUser(before),
        after && wordsOfUser(after),
      ),
    ),
    ...roles.flatMap(({ before, after }) =>
      section(
        `role ${(before ?? after)?.roleKey}`,
        before && wordsOfRole(before),
        after && wordsOfRole(after),
      ),
    ),
  ]
}

function section(title: string, before: Words | undefined, after: Words | undefined): string[] {
  // Both have the same fields.
  const names = (before ?? after ?? []).map(([name]) => name)
  const width = Math.max(...names.map((name) => name.length))
  const [were, are] = [new Map(before), new Map(after)]
  const kind = before === undefined ? ' (new)' : after === undefined ? ' (deleted)' : ''
  return [
    '',
    `${title}${kind}`,
    ...names.map((name) => `  ${name.padEnd(width)}  ${change(were.get(name), are.get(name))}`),
  ]
}

function change(before: string | undefined, after: string | undefined): string {
  if (before === undefined || after === undefined || before === after) return after ?? before ?? ''
  return `${before || '-'} -> ${after || '-'}`
}

function wordsOfUser(user: UserReach): Words {
  const { role, returningRole, scope, links } = user
  return [
    ['username', user.username],
    ['status', user.enabled ? 'enabled' : 'disabled'],
    ['role', role?.roleKey ?? ''],
    ['may call', role ? rulesOf(role) : ''],
    ['role that returns', returningRole ? `${returningRole.roleKey}: ${rulesOf(returningRole)}` : ''],
    ['sees', dataOf(scope)],
    ['e-mail', user.email],
    ['phone', user.phone],
    ['login methods', user.loginMethods.length === 0 ? 'all that are enabled' : user.loginMethods.join(', ')],
    ['password', yesOrNo(user.hasPassword)],
    ['second factor', yesOrNo(user.hasSecondFactor)],
    ['passkeys', String(user.passkeys)],
    ['links', links.map(({ issuer, subject }) => `${subject} (${issuer})`).join(', ')],
  ]
}

function wordsOfRole(role: RoleReach): Words {
  const { dataScope, departments, holders } = role
  const names = dataScope === CUSTOM_DEPARTMENTS ? `: ${listed(departments, ({ deptName }) => deptName)}` : ''
  return [
    ['key', role.roleKey],
    ['status', role.enabled ? 'enabled' : 'disabled'],
    ['may call', rulesOf(role)],
    ['sees', `${dataScopeOf(dataScope)}${names}`],
    ['users', holders.count === 0 ? 'none' : `${holders.count}: ${listed(holders, (username) => username)}`],
    ['users see', holders.count === 0 ? '' : dataOf(holders.scope)],
  ]
}

function rulesOf({ isAdmin, ruleCount, rules }: RightsReach): string {
  if (isAdmin) return 'everything'
  return ruleCount === 0 ? 'nothing' : listed({ count: ruleCount, first: rules }, (rule) => rule)
}

function dataOf(scope: UserReach['scope']): string {
  return `${SCOPES[scope.kind]} ${listed(scope, ({ deptName }) => deptName)}`.trim()
}

function listed<T>(
  { count, first }: { readonly count: number; readonly first: readonly T[] },
  textOf: (one: T) => string,
): string {
  const shown = first.map(textOf).join(', ')
  return count > first.length ? `${shown} and ${count - first.length} more` : shown
}

function yesOrNo(is: boolean): string {
  return is ? 'yes' : 'no'
}
