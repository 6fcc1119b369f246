import { setImmediate } from 'node:timers/promises'
import type { ExclusionList } from '../permission/exclusion-list.ts'
import { createPolicyStore } from '../permission/policy.store.ts'
import type { PolicyRule } from '../permission/policy-rule.ts'
import { createRuleCoverage } from '../permission/rule-coverage.ts'
import { Refusal } from '../refusal.ts'
import { createRoleStore } from '../role/role.store.ts'
import { ADMIN_ROLE_KEY, type Role, scopeCovers } from '../role/role.ts'
import { createAccountStore, type StoredAccount } from '../user/account.store.ts'
import type { Operation } from './operations.ts'

/**
 * What an operator may hand out: nobody more than they hold. Each of these refuses what goes beyond it.
 */
export interface Authority {
  /** Rules that are to be written or taken away. */
  refuseRules(rules: readonly PolicyRule[]): Promise<void>
  /** A role that is to be given to somebody, or whose holder is to be changed. */
  refuseRole(role: Role): Promise<void>
  /** A role that is to be changed or deleted itself. */
  refuseChangeOf(role: Role): Promise<void>
}

/** After so many rules, other work gets its turn. */
const RULES_A_TURN = 100

export type AuthorityOf = (operation: Operation) => Promise<Authority>

/** An admin, and whoever may run commands on the machine. */
const unlimited: Authority = {
  async refuseRules() {},
  async refuseRole() {},
  async refuseChangeOf() {},
}

export function createAuthorities({ exclusionList }: { exclusionList: ExclusionList }): AuthorityOf {
  return async (operation) => {
    const { transaction, operator } = operation
    // Whoever comes with a token is limited by their role, whatever number the token says.
    if (operator.source !== 'http') return unlimited
    const account = await createAccountStore(transaction).find(operator.userId)
    // Somebody may have shut them out since they passed the identity check.
    if (!account?.enabled || account.roleId !== operator.roleId) throw new Refusal('token-revoked')
    return account.roleKey === ADMIN_ROLE_KEY ? unlimited : limitedBy(account, operation, exclusionList)
  }
}

function limitedBy(own: StoredAccount, { transaction }: Operation, exclusionList: ExclusionList): Authority {
  const policy = createPolicyStore(transaction)
  const roles = createRoleStore(transaction)
  let known: Promise<ReturnType<typeof createRuleCoverage>> | undefined
  const ownCoverage = () => {
    known ??= policy
      .listByRole(own.roleKey)
      .then((rules) => createRuleCoverage([...exclusionList.entries, ...rules]))
    return known
  }

  async function refuseBeyond(rules: readonly PolicyRule[]): Promise<void> {
    const coverage = await ownCoverage()
    for (const [i, { method, path }] of rules.entries()) {
      if (!coverage.covers({ method, path }))
        throw new Refusal('beyond-own-role', { excess: `${method} ${path}` })
      if (i % RULES_A_TURN === RULES_A_TURN - 1) await setImmediate()
    }
  }

  function refuseWiderScope({ dataScope }: Role): void {
    if (scopeCovers(own.dataScope, dataScope)) return
    throw new Refusal('beyond-own-role', { excess: `data scope ${dataScope}` })
  }

  async function refuseRole(role: Role): Promise<void> {
    if (role.roleKey === ADMIN_ROLE_KEY) throw new Refusal('admin-only')
    if (role.roleId === own.roleId) return
    refuseWiderScope(role)
    await refuseBeyond(await policy.listByRole(role.roleKey))
  }

  return {
    async refuseRules(rules) {
      for (const roleKey of new Set(rules.map((rule) => rule.roleKey))) {
        if (roleKey === ADMIN_ROLE_KEY) throw new Refusal('admin-only')
        if (roleKey === own.roleKey) throw new Refusal('own-role')
        const role = await roles.findByKey(roleKey)
        // The same call is more to one who sees more data.
        if (role) refuseWiderScope(role)
      }
      await refuseBeyond(rules)
    },
    refuseRole,
    async refuseChangeOf(role) {
      if (role.roleId === own.roleId) throw new Refusal('own-role')
      await refuseRole(role)
    },
  }
}
