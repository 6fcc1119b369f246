import type { Changed } from '../change-feed/change-writer.ts'
import { createPolicyStore } from '../permission/policy.store.ts'
import { findRuleProblem, type PolicyRule } from '../permission/policy-rule.ts'
import { Refusal } from '../refusal.ts'
import { createRoleStore } from '../role/role.store.ts'
import type { AuthorityOf } from './authority.ts'
import type { Operation, Operations } from './operations.ts'
import type { Operator } from './operator.ts'

export interface PolicyAdministration {
  /** Adds all rules or none. Returns the number of new rules. */
  add(operator: Operator, rules: readonly PolicyRule[]): Promise<Changed<{ added: number }>>
  /** Removes all rules or none: an unknown rule is refused. Returns the number of removed rules. */
  remove(operator: Operator, rules: readonly PolicyRule[]): Promise<Changed<{ removed: number }>>
}

export interface PolicyAdministrationOptions {
  readonly operations: Operations
  readonly authorityOf: AuthorityOf
}

/** Keeps audit log entries readable. */
const MAX_RULES_PER_ENTRY = 500

export function createPolicyAdministration(options: PolicyAdministrationOptions): PolicyAdministration {
  const { operations, authorityOf } = options
  return {
    async add(operator, rules) {
      for (const rule of rules) refuseInvalid(rule)
      return operations.run(operator, async (operation) => {
        await refuseUnknownRoles(operation, rules)
        await (await authorityOf(operation)).refuseRules(rules)
        const policy = createPolicyStore(operation.transaction)
        const missing = await policy.findMissing(rules)
        await policy.insert(missing)
        if (missing.length > 0) operation.changes('policy')
        for (const part of batchesOf(missing)) {
          await operation.note({ action: 'policy.add', target: rolesOf(part), after: { rules: part } })
        }
        return { added: missing.length }
      })
    },

    async remove(operator, listed) {
      const rules = withoutDuplicates(listed)
      return operations.run(operator, async (operation) => {
        await (await authorityOf(operation)).refuseRules(rules.filter(isValid))
        const policy = createPolicyStore(operation.transaction)
        for (const rule of rules) {
          if ((await policy.remove([rule])) > 0) continue
          throw new Refusal('rule-unknown', { rule: formatRule(rule) })
        }
        operation.changes('policy')
        await recordRemovedRules(operation, rules)
        return { removed: rules.length }
      })
    },
  }
}

async function refuseUnknownRoles({ transaction }: Operation, rules: readonly PolicyRule[]): Promise<void> {
  const roles = createRoleStore(transaction)
  for (const roleKey of new Set(rules.map((rule) => rule.roleKey))) {
    if (!(await roles.findByKey(roleKey))) throw new Refusal('role-unknown', { role: `"${roleKey}"` })
  }
}

/** Records removed rules in the audit log, so that they can be restored. */
export async function recordRemovedRules(operation: Operation, rules: readonly PolicyRule[]): Promise<void> {
  for (const part of batchesOf(rules)) {
    await operation.note({ action: 'policy.remove', target: rolesOf(part), before: { rules: part } })
  }
}

function refuseInvalid(rule: PolicyRule): void {
  const problem = findRuleProblem(rule)
  if (problem !== undefined)
    throw new Refusal('invalid-parameters', { problem: `${formatRule(rule)}: ${problem}.` })
}

/** An invalid rule allows nothing, so every operator who may remove rules may remove it. */
function isValid(rule: PolicyRule): boolean {
  return findRuleProblem(rule) === undefined
}

/** A duplicate would be reported as unknown after the first removal. */
function withoutDuplicates(rules: readonly PolicyRule[]): PolicyRule[] {
  const keyOf = ({ roleKey, path, method }: PolicyRule) => JSON.stringify([roleKey, path, method])
  return [...new Map(rules.map((rule) => [keyOf(rule), rule])).values()]
}

function formatRule({ roleKey, method, path }: PolicyRule): string {
  return `${roleKey} ${method} ${path}`
}

function rolesOf(rules: readonly PolicyRule[]): string {
  return [...new Set(rules.map(({ roleKey }) => roleKey))].join(', ')
}

function batchesOf(rules: readonly PolicyRule[]): PolicyRule[][] {
  const parts: PolicyRule[][] = []
  for (let from = 0; from < rules.length; from += MAX_RULES_PER_ENTRY)
    parts.push(rules.slice(from, from + MAX_RULES_PER_ENTRY))
  return parts
}
