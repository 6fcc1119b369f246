import { batchesOf } from '../../../platform/database/query/batches.ts'
import { InvalidParameters, Refusal } from '../../../platform/refusal/refusal.ts'
import type { Operator } from '../../audit-log/operator.ts'
import type { Authorized } from '../../operations/authority.ts'
import type { Operation, Operations } from '../../operations/operations.ts'
import { operatorFields } from '../../operations/operator-event.ts'
import { createRoleStore } from '../../role/role.store.ts'
import { createPolicyStore } from '../policy.store.ts'
import { findRuleProblem, formatRule, isValidRule, keyOfRule, type PolicyRule } from '../policy-rule.ts'
import { policySteps } from '../policy-steps.ts'
import { createRuleCoverage } from './rule-coverage.ts'

/** Rules to add and rules to remove. */
export interface RuleChange {
  readonly add: readonly PolicyRule[]
  readonly remove: readonly PolicyRule[]
}

/** What a change has done: the rules that did not exist before, and those that no longer exist. */
export interface ChangedRules {
  readonly added: readonly PolicyRule[]
  readonly removed: readonly PolicyRule[]
}

/** The number of rules that are written in one statement, and of added or removed rules in one audit log entry. */
export const RULES_PER_BATCH = 500

export type PolicyAdministration = ReturnType<typeof createPolicyAdministration>

export function createPolicyAdministration(operations: Operations) {
  const run = (operator: Operator, { add, remove }: RuleChange) =>
    operations.run(operator, (operation) =>
      changeRules(operation, { add, remove: withoutDuplicates(remove) }),
    )
  return {
    /** Adds the rules, all or none. Returns how many were new. */
    async add(operator: Operator, rules: readonly PolicyRule[]) {
      await assertValidRules(rules, 'rules')
      const { added, version } = await run(operator, { add: rules, remove: [] })
      return { added: added.length, version }
    },

    /** Removes the rules, all or none: it refuses where one of them does not exist. */
    async remove(operator: Operator, rules: readonly PolicyRule[]) {
      const { removed, version } = await run(operator, { add: [], remove: rules })
      return { removed: removed.length, version }
    },

    /** Adds and removes rules, all or none. The opposite change undoes it. */
    async change(operator: Operator, change: RuleChange) {
      await assertValidRules(change.add, 'add')
      await assertNoContradiction(change)
      return run(operator, change)
    },
  }
}

/** Adds valid rules and removes rules, without duplicates, within a change that may consist of more. */
export async function changeRules(operation: Operation, { add, remove }: RuleChange): Promise<ChangedRules> {
  const authority = await operation.authority()
  await requireKnownRoles(operation, add)
  if (add.length > 0) await authority.assertMayChangeRules(add)
  // A rule that is not valid allows nothing, so everyone who may remove rules may remove it.
  await authority.current.assertMayChangeRules(remove.filter(isValidRule))
  const policy = createPolicyStore(operation.transaction)
  for await (const batch of batchesOf(remove, RULES_PER_BATCH)) {
    for (const rule of batch) {
      if ((await policy.remove([rule])) === 0) throw new Refusal('rule-unknown', { rule: formatRule(rule) })
    }
  }
  const added: PolicyRule[] = []
  for await (const batch of batchesOf(add, RULES_PER_BATCH)) {
    const missing = await policy.findMissing(batch)
    if (missing.length === 0) continue
    await policy.insert(missing)
    added.push(...missing)
  }
  const steps = [...remove.map(policySteps.remove), ...added.map(policySteps.add)]
  if (steps.length > 0) operation.changes('policy', steps)
  await recordChangedRules(operation, { added, removed: remove })
  for await (const batch of batchesOf(added, RULES_PER_BATCH)) await emitFullAccess(operation, batch)
  return { added, removed: remove }
}

/** What no role but the admin role should be able to call: every endpoint of the service. */
const EVERY_ENDPOINT = '/api/v1/*'
/** The methods of the endpoints: `api/routes.ts`. */
const ENDPOINT_METHODS = ['GET', 'POST', 'PUT', 'DELETE']

/** Far more than anybody adds on purpose. */
const MAX_FULL_ACCESS_EVENTS = 20

/**
 * Such rules, one for every method or one for each, give their role the same rights as the admin role. One event per role,
 * with the rule that was added last.
 */
export async function emitFullAccess(operation: Operation, added: readonly PolicyRule[]): Promise<void> {
  const broad = added.filter(
    ({ path, method }) =>
      path.endsWith('/*') && createRuleCoverage([{ path, method }]).covers({ path: EVERY_ENDPOINT, method }),
  )
  const byRole = new Map(broad.map((rule) => [rule.roleKey, rule]))
  const policy = createPolicyStore(operation.transaction)
  let emitted = 0
  for (const { roleKey, path, method } of byRole.values()) {
    if (emitted === MAX_FULL_ACCESS_EVENTS) return
    const coverage = createRuleCoverage(await policy.listByRole(roleKey))
    if (!ENDPOINT_METHODS.every((one) => coverage.covers({ path: EVERY_ENDPOINT, method: one }))) continue
    const fields = { roleKey, path, method, ...operatorFields(operation.operator) }
    await operation.emit({ kind: 'role.full-access', fields })
    emitted++
  }
}

export async function requireKnownRoles(
  { transaction }: Pick<Authorized, 'transaction'>,
  rules: readonly PolicyRule[],
): Promise<void> {
  const roles = createRoleStore(transaction)
  for (const roleKey of new Set(rules.map((rule) => rule.roleKey))) {
    if (!(await roles.findByKey(roleKey))) throw new Refusal('role-unknown', { role: `"${roleKey}"` })
  }
}

/** Writes rules to the audit log, so that removed ones can be restored. */
export async function recordChangedRules(
  operation: Operation,
  { added, removed }: ChangedRules,
): Promise<void> {
  for (let from = 0; from < Math.max(added.length, removed.length); from += RULES_PER_BATCH) {
    const after = added.slice(from, from + RULES_PER_BATCH)
    const before = removed.slice(from, from + RULES_PER_BATCH)
    await operation.note({
      action: before.length === 0 ? 'policy.add' : after.length === 0 ? 'policy.remove' : 'policy.change',
      target: rolesOf([...before, ...after]),
      ...(before.length === 0 ? {} : { before: { rules: before } }),
      ...(after.length === 0 ? {} : { after: { rules: after } }),
    })
  }
}

/** Throws a refusal that names the field of an invalid rule in the list with this name. */
export async function assertValidRules(rules: readonly PolicyRule[], name: string): Promise<void> {
  let index = 0
  for await (const batch of batchesOf(rules, RULES_PER_BATCH)) {
    for (const rule of batch) {
      const problem = findRuleProblem(rule)
      const place = `${name}.${index++}`
      if (problem === undefined) continue
      const { field, en, zh } = problem
      throw new InvalidParameters({ field: `${place}.${field}`, en: `${en}.`, zh: `${zh}。` })
    }
  }
}

/** Throws a refusal that names a rule which is to be added and to be removed. */
export async function assertNoContradiction({ add, remove }: RuleChange): Promise<void> {
  const removed = new Set(remove.map(keyOfRule))
  for await (const batch of batchesOf(add, RULES_PER_BATCH)) {
    const both = batch.find((rule) => removed.has(keyOfRule(rule)))
    if (both === undefined) continue
    throw new InvalidParameters({
      en: `the rule ${formatRule(both)} is to be added and to be removed: leave one of them out.`,
      zh: `规则 ${formatRule(both)} 既要添加又要删除，请只保留其一。`,
    })
  }
}

/** A duplicate would be reported as unknown after the first removal. */
function withoutDuplicates(rules: readonly PolicyRule[]): PolicyRule[] {
  return [...new Map(rules.map((rule) => [keyOfRule(rule), rule])).values()]
}

export function rolesOf(rules: readonly PolicyRule[]): string {
  return [...new Set(rules.map(({ roleKey }) => roleKey))].join(', ')
}
