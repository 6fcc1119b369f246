import type { Endpoint, Schemas } from '../../shell/api/client.ts'
import { allowsAll, type Decision, formatRule, ruleFor } from './decision.ts'

/** A rule that is added or removed when the pending changes are applied. */
export interface PendingChange {
  readonly kind: 'add' | 'remove'
  readonly rule: Schemas['Rule']
  /** The cell that was clicked. A second click on it takes the change back. */
  readonly cell: string
}

/** Rules to add and to remove at once. */
export interface RuleChange {
  readonly add: readonly Schemas['Rule'][]
  readonly remove: readonly Schemas['Rule'][]
}

export function changeOf(pending: readonly PendingChange[]): RuleChange {
  const rulesOf = (kind: PendingChange['kind']) =>
    pending.filter((change) => change.kind === kind).map(({ rule }) => rule)
  return { add: rulesOf('add'), remove: rulesOf('remove') }
}

/** Returns the rules of a role as the pending changes will leave them. */
export function rulesAfter(
  rules: readonly Schemas['Rule'][],
  roleKey: string,
  pending: readonly PendingChange[],
): readonly Schemas['Rule'][] {
  const { add, remove } = changeOf(pending.filter(({ rule }) => rule.roleKey === roleKey))
  if (add.length + remove.length === 0) return rules
  const removed = new Set(remove.map(formatRule))
  const existing = new Set(rules.map(formatRule))
  return [
    ...rules.filter((rule) => !removed.has(formatRule(rule))),
    ...add.filter((rule) => !existing.has(formatRule(rule))),
  ]
}

/**
 * Returns the pending changes after a click on a cell. The decision is that of the pending changes. If the cell is allowed, all
 * rules that allow it will be removed; otherwise a rule for it will be added.
 */
export function toggle(
  pending: readonly PendingChange[],
  roleKey: string,
  row: Endpoint,
  { why, rules }: Decision,
): readonly PendingChange[] {
  const wanted = ruleFor(roleKey, row)
  const cell = formatRule(wanted)
  const takenBack = pending.filter(({ kind, rule, cell: clicked }) =>
    why === 'rule'
      ? kind === 'add' && rules.some((one) => formatRule(one) === formatRule(rule))
      : kind === 'remove' && (clicked === cell || formatRule(rule) === cell),
  )
  const rest = pending.filter((change) => !takenBack.includes(change))
  if (why !== 'rule') return takenBack.length > 0 ? rest : [...rest, { kind: 'add', rule: wanted, cell }]
  const isNew = (rule: Schemas['Rule']) =>
    takenBack.some((change) => formatRule(change.rule) === formatRule(rule))
  return [
    ...rest,
    ...rules.filter((rule) => !isNew(rule)).map((rule) => ({ kind: 'remove' as const, rule, cell })),
  ]
}

/** Returns whether pending changes will allow more or less of a cell; undefined if they do not affect it. */
export function pendingEffect(before: Decision, after: Decision): PendingChange['kind'] | undefined {
  const change = extentOf(after) - extentOf(before)
  return change === 0 ? undefined : change > 0 ? 'add' : 'remove'
}

function extentOf({ why }: Decision): number {
  return why === 'rule' ? 2 : why === 'partly' ? 1 : 0
}

/** Returns how many other routes with a permission check a rule allows. */
export function countOtherRoutes(
  rule: Schemas['Rule'],
  routes: readonly (Endpoint & { readonly checks: string })[],
): number {
  return routes.filter(
    (route) =>
      route.checks === 'both' &&
      allowsAll(rule, route) &&
      !(route.path === rule.path && route.method === rule.method),
  ).length
}

/**
 * Returns the command that makes a change, for a POSIX shell.
 *
 * @example
 * commandFor({ add: [{ roleKey: 'finance', method: 'GET', path: '/invoices' }], remove: [] })
 * // "castellan policy change \\\n  --add 'finance GET /invoices'"
 */
export function commandFor({ add, remove }: RuleChange): string {
  const option = (name: string) => (rule: Schemas['Rule']) =>
    `${name} '${formatRule(rule).replaceAll("'", "'\\''")}'`
  return ['castellan policy change', ...add.map(option('--add')), ...remove.map(option('--remove'))].join(
    ' \\\n  ',
  )
}
