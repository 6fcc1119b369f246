import type { Endpoint } from '../../../core/permission/exclusion-list.ts'
import { DATA_SCOPE_NAMES, stateOf } from '../../../core/user/command-words.ts'
import { coloursFor } from '../../../platform/cli/output/colour.ts'
import { visible } from '../../../platform/cli/output/visible.ts'
import { counted } from '../../../platform/text/counted.ts'
import type { PlannedField, PlannedRole, RolePlan } from './role-plan.ts'

/** Returns the lines of a plan: each role with its changes. */
export function planLines({ roles }: RolePlan): string[] {
  const { green, red, yellow } = coloursFor(process.stdout)
  const colours = { create: green, change: yellow, delete: red }
  const signs = { create: '+', change: '~', delete: '-' }
  return roles.flatMap((role) => {
    const { action, roleKey, rulesToAdd, rulesToRemove } = role
    return [
      colours[action](visible(`${signs[action]} ${action} role ${roleKey}${usersOf(role)}`)),
      ...role.fields.filter(isShown).map((field) => visible(`    ${fieldText(field)}`)),
      ...rulesToAdd.map((rule) => green(visible(`    + ${textOf(rule)}`))),
      ...rulesToRemove.map((rule) => red(visible(`    - ${textOf(rule)}`))),
    ]
  })
}

function usersOf(role: PlannedRole): string {
  const { action, users, endsSessions } = role
  if (users === 0) return ''
  if (action === 'delete') return ` (not possible: ${counted(users, 'user has', 'users have')} it)`
  return ` (${counted(users, 'user')}${endsSessions ? ', who will have to log in again' : ''})`
}

/** A new role without a remark needs no line for it. */
function isShown({ before, after }: PlannedField): boolean {
  return before !== null || after !== ''
}

function fieldText({ name, before, after }: PlannedField): string {
  const shown = (value: string) => JSON.stringify(wordOf(name, value))
  return before === null ? `${name}: ${shown(after)}` : `${name}: ${shown(before)} -> ${shown(after)}`
}

function wordOf(name: PlannedField['name'], value: string): string {
  if (name === 'status') return stateOf(value)
  if (name !== 'dataScope') return value
  return Object.entries(DATA_SCOPE_NAMES).find(([, code]) => code === value)?.[0] ?? value
}

function textOf({ method, path }: Endpoint): string {
  return `${method} ${path}`
}

/** What a plan changes, in numbers. */
export function totalsOf({ roles }: RolePlan) {
  const count = (action: PlannedRole['action']) => roles.filter((role) => role.action === action).length
  const sum = (numberOf: (role: PlannedRole) => number) =>
    roles.reduce((total, role) => total + numberOf(role), 0)
  return {
    rolesToCreate: count('create'),
    rolesToChange: count('change'),
    rolesToDelete: count('delete'),
    rulesToAdd: sum(({ rulesToAdd }) => rulesToAdd.length),
    rulesToRemove: sum(({ rulesToRemove }) => rulesToRemove.length),
    usersAffected: sum(({ users }) => users),
  }
}

/** Returns the lines below a plan. */
export function planSummary(plan: RolePlan, declaredCount: number): string[] {
  const { unmanaged } = plan
  const note = `${counted(unmanaged.length, 'role')} in no file: ${unmanaged.join(', ')}`
  return [
    plan.roles.length === 0
      ? `nothing to change: ${counted(declaredCount, 'role')} as declared`
      : numbersOf(plan),
    ...(unmanaged.length === 0 ? [] : [visible(note)]),
  ]
}

function numbersOf(plan: RolePlan): string {
  const totals = totalsOf(plan)
  return [
    `roles: ${totals.rolesToCreate} to create, ${totals.rolesToChange} to change, ${totals.rolesToDelete} to delete`,
    `rules: ${totals.rulesToAdd} to add, ${totals.rulesToRemove} to remove`,
    `users affected: ${totals.usersAffected}`,
  ].join('; ')
}
