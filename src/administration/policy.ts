import type { Changed } from '../change-feed/change-writer.ts'
import { createPolicyStore } from '../permission/policy.store.ts'
import { findRuleProblem, type PolicyRule } from '../permission/policy-rule.ts'
import { Refusal } from '../refusal.ts'
import { createRoleStore } from '../role/role.store.ts'
import type { AuthorityOf } from './authority.ts'
import type { Operation, Operations } from './operations.ts'
import type { Operator } from './operator.ts'

export interface PolicyAdministration {
  /** All or nothing. Answers how many were new. */
  add(operator: Operator, rules: readonly PolicyRule[]): Promise<Changed<{ added: number }>>
  /** All or nothing: a rule that is not there stops it. Answers how many were removed. */
  remove(operator: Operator, rules: readonly PolicyRule[]): Promise<Changed<{ removed: number }>>
}

export interface PolicyAdministrationOptions {
  readonly operations: Operations
  readonly authorityOf: AuthorityOf
}

/** An entry of the audit log holds no more than this: it is to be read. */
const RULES_AN_ENTRY = 500

export function createPolicyAdministration(options: PolicyAdministrationOptions): PolicyAdministration {
  const { operations, authorityOf } = options
  return {
    async add(operator, rules) {
      for (const rule of rules) refuseBad(rule)
      return operations.run(operator, async (operation) => {
        await refuseUnknownRoles(operation, rules)
        await (await authorityOf(operation)).refuseRules(rules)
        const policy = createPolicyStore(operation.transaction)
        const fresh = await policy.findMissing(rules)
        await policy.insert(fresh)
        if (fresh.length > 0) operation.changes('policy')
        for (const part of partsOf(fresh)) {
          await operation.note({ action: 'policy.add', target: rolesOf(part), after: { rules: part } })
        }
        return { added: fresh.length }
      })
    },

    async remove(operator, listed) {
      const rules = eachOnce(listed)
      return operations.run(operator, async (operation) => {
        await (await authorityOf(operation)).refuseRules(rules.filter(isOfLanguage))
        const policy = createPolicyStore(operation.transaction)
        for (const rule of rules) {
          if ((await policy.remove([rule])) > 0) continue
          throw new Refusal('rule-unknown', { rule: inWords(rule) })
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

/** Puts rules that are taken away into the audit log, so that they can be given back. */
export async function recordRemovedRules(operation: Operation, rules: readonly PolicyRule[]): Promise<void> {
  for (const part of partsOf(rules)) {
    await operation.note({ action: 'policy.remove', target: rolesOf(part), before: { rules: part } })
  }
}

function refuseBad(rule: PolicyRule): void {
  const problem = findRuleProblem(rule)
  if (problem !== undefined)
    throw new Refusal('invalid-parameters', { problem: `${inWords(rule)}: ${problem}.` })
}

/** One that is not allows nothing, and whoever may take rules away may take it away. */
function isOfLanguage(rule: PolicyRule): boolean {
  return findRuleProblem(rule) === undefined
}

/** Named twice, a rule is still one: it must not be missed the second time. */
function eachOnce(rules: readonly PolicyRule[]): PolicyRule[] {
  const keyOf = ({ roleKey, path, method }: PolicyRule) => JSON.stringify([roleKey, path, method])
  return [...new Map(rules.map((rule) => [keyOf(rule), rule])).values()]
}

function inWords({ roleKey, method, path }: PolicyRule): string {
  return `${roleKey} ${method} ${path}`
}

function rolesOf(rules: readonly PolicyRule[]): string {
  return [...new Set(rules.map(({ roleKey }) => roleKey))].join(', ')
}

function partsOf(rules: readonly PolicyRule[]): PolicyRule[][] {
  const parts: PolicyRule[][] = []
  for (let from = 0; from < rules.length; from += RULES_AN_ENTRY)
    parts.push(rules.slice(from, from + RULES_AN_ENTRY))
  return parts
}
