import { type Changed, type ChangeWriter, writeChange } from '../change-feed/change-writer.ts'
import { Refusal } from '../refusal.ts'
import { createRoleStore } from '../role/role.store.ts'
import { createPolicyStore } from './policy.store.ts'
import { type PolicyRule, problemOfPolicyRule } from './policy-rule.ts'

export interface PolicyAdministration {
  /** All or nothing. Answers how many were new. */
  add(rules: readonly PolicyRule[]): Promise<Changed<{ added: number }>>
  /** All or nothing: a rule that is not there stops it. Answers how many were removed. */
  remove(rules: readonly PolicyRule[]): Promise<Changed<{ removed: number }>>
}

export function createPolicyAdministration(changes: ChangeWriter): PolicyAdministration {
  return {
    async add(rules) {
      for (const rule of rules) refuseBad(rule)
      return writeChange(changes, ['policy'], async (transaction) => {
        const roles = createRoleStore(transaction)
        for (const roleKey of new Set(rules.map((rule) => rule.roleKey))) {
          if (await roles.findByKey(roleKey)) continue
          throw new Refusal('conflict', { problem: `There is no role with the key "${roleKey}".` })
        }
        return { added: await createPolicyStore(transaction).insert(rules) }
      })
    },

    async remove(rules) {
      return writeChange(changes, ['policy'], async (transaction) => {
        const policy = createPolicyStore(transaction)
        for (const rule of rules) {
          if ((await policy.remove([rule])) > 0) continue
          throw new Refusal('conflict', { problem: `There is no rule ${inWords(rule)}.` })
        }
        return { removed: rules.length }
      })
    },
  }
}

function refuseBad(rule: PolicyRule): void {
  const problem = problemOfPolicyRule(rule)
  if (problem !== undefined)
    throw new Refusal('invalid-parameters', { problem: `${inWords(rule)}: ${problem}.` })
}

function inWords({ roleKey, method, path }: PolicyRule): string {
  return `${roleKey} ${method} ${path}`
}
