import { createRoleStore } from '../accounts/role/role.store.ts'
import { createPolicyStore } from '../authorization/permission/policy.store.ts'
import {
  findRuleProblem,
  formatRule,
  keyOfRule,
  type PolicyRule,
} from '../authorization/permission/policy-rule.ts'
import { policySteps } from '../authorization/permission/policy-steps.ts'
import { createRuleCoverage } from '../authorization/permission/rule-coverage.ts'
import type { Changed } from '../cluster/change-feed/change-writer.ts'
import { batchesOf } from '../database/batches.ts'
import { InvalidParameters, Refusal } from '../foundation/refusal/refusal.ts'
import type { Operator } from '../logs/audit-log/operator.ts'
import type { Authority, Authorized } from './authority.ts'
import type { Operation, Operations } from './operations.ts'
import { operatorFields } from './operator-event.ts'

export interface PolicyAdministration {
  /** Adds the rules, all or none. Returns how many were new. */
  add(operator: Operator, rules: readonly PolicyRule[]): Promise<Changed<{ added: number }>>
  /** Removes the rules, all or none: it refuses where one of them does not exist. */
  remove(operator: Operator, rules: readonly PolicyRule[]): Promise<Changed<{ removed: number }>>
}

/** The number of rules that are written in one statement and listed in one audit log entry. */
const RULES_PER_BATCH = 500

export function createPolicyAdministration(operations: Operations): PolicyAdministration {
  return {
    async add(operator, rules) {
      let index = 0
      for await (const batch of batchesOf(rules, RULES_PER_BATCH)) {
        for (const rule of batch) refuseInvalidRule(rule, `rules.${index++}`)
      }
      return operations.run(operator, async (operation) => ({
        added: await addRules(operation, await operation.authority(), rules),
      }))
    },

    async remove(operator, listed) {
      const rules = withoutDuplicates(listed)
      return operations.run(operator, async (operation) => {
        await removeRules(operation, await operation.authority(), rules)
        return { removed: rules.length }
      })
    },
  }
}

/** Adds valid rules within a change that may consist of more. Returns how many were new. */
export async function addRules(
  operation: Operation,
  authority: Authority,
  rules: readonly PolicyRule[],
): Promise<number> {
  await refuseUnknownRoles(operation, rules)
  await authority.refuseRules(rules)
  const policy = createPolicyStore(operation.transaction)
  let added = 0
  for await (const batch of batchesOf(rules, RULES_PER_BATCH)) {
    const unknown = await policy.findMissing(batch)
    if (unknown.length === 0) continue
    await policy.insert(unknown)
    operation.changes('policy', unknown.map(policySteps.add))
    await operation.note({ action: 'policy.add', target: rolesOf(unknown), after: { rules: unknown } })
    await emitFullAccess(operation, unknown)
    added += unknown.length
  }
  return added
}

/** Removes rules, without duplicates, within a change that may consist of more. */
export async function removeRules(
  operation: Operation,
  authority: Authority,
  rules: readonly PolicyRule[],
): Promise<void> {
  await authority.refuseRules(rules.filter(isValid))
  const policy = createPolicyStore(operation.transaction)
  for await (const batch of batchesOf(rules, RULES_PER_BATCH)) {
    for (const rule of batch) {
      if ((await policy.remove([rule])) === 0) throw new Refusal('rule-unknown', { rule: formatRule(rule) })
    }
  }
  operation.changes('policy', rules.map(policySteps.remove))
  await recordRemovedRules(operation, rules)
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
async function emitFullAccess(operation: Operation, added: readonly PolicyRule[]): Promise<void> {
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

export async function refuseUnknownRoles(
  { transaction }: Pick<Authorized, 'transaction'>,
  rules: readonly PolicyRule[],
): Promise<void> {
  const roles = createRoleStore(transaction)
  for (const roleKey of new Set(rules.map((rule) => rule.roleKey))) {
    if (!(await roles.findByKey(roleKey))) throw new Refusal('role-unknown', { role: `"${roleKey}"` })
  }
}

/** Writes removed rules to the audit log, so that they can be restored. */
export async function recordRemovedRules(operation: Operation, rules: readonly PolicyRule[]): Promise<void> {
  for await (const part of batchesOf(rules, RULES_PER_BATCH)) {
    await operation.note({ action: 'policy.remove', target: rolesOf(part), before: { rules: part } })
  }
}

/** Throws a refusal that names the field of an invalid rule. */
export function refuseInvalidRule(rule: PolicyRule, name: string): void {
  const problem = findRuleProblem(rule)
  if (problem === undefined) return
  const { field, en, zh } = problem
  throw new InvalidParameters({ field: `${name}.${field}`, en: `${en}.`, zh: `${zh}。` })
}

/** A rule that is not valid allows nothing, so everyone who may remove rules may remove it. */
export function isValid(rule: PolicyRule): boolean {
  return findRuleProblem(rule) === undefined
}

/** A duplicate would be reported as unknown after the first removal. */
function withoutDuplicates(rules: readonly PolicyRule[]): PolicyRule[] {
  return [...new Map(rules.map((rule) => [keyOfRule(rule), rule])).values()]
}

export function rolesOf(rules: readonly PolicyRule[]): string {
  return [...new Set(rules.map(({ roleKey }) => roleKey))].join(', ')
}
