import { setImmediate } from 'node:timers/promises'
import { createDepartmentStore } from '../accounts/department/department.store.ts'
import { NO_DEPARTMENT } from '../accounts/department/department.ts'
import { createRoleStore } from '../accounts/role/role.store.ts'
import { ADMIN_ROLE_KEY, DATA_SCOPE_NAMES, type Role, scopeCovers } from '../accounts/role/role.ts'
import { createAccountStore, type StoredAccount } from '../accounts/user/account.store.ts'
import type { User } from '../accounts/user/user.ts'
import { createUserBatchStore } from '../accounts/user/user-batch.store.ts'
import { createDepartmentIndex } from '../authorization/data-scope/department-index.ts'
import { type ResolvedScope, resolveScope } from '../authorization/data-scope/resolve-scope.ts'
import type { ExclusionList } from '../authorization/permission/exclusion-list.ts'
import { createPolicyStore } from '../authorization/permission/policy.store.ts'
import type { PolicyRule } from '../authorization/permission/policy-rule.ts'
import { createRuleCoverage } from '../authorization/permission/rule-coverage.ts'
import type { Database } from '../database/database.ts'
import { type LocalizedText, Refusal } from '../foundation/refusal/refusal.ts'
import type { Operator } from '../logs/audit-log/operator.ts'

/**
 * What an operator may grant: nobody can grant more than they have. Each function throws a refusal for anything beyond that.
 */
export interface Authority {
  /** Checks rules that are added or removed. */
  refuseRules(rules: readonly PolicyRule[]): Promise<void>
  /** Checks a role that is assigned to a user. */
  refuseRole(role: Role): Promise<void>
  /** Checks a user who is changed: the role, and the data that the user may see. */
  refuseUser(user: UserScope): Promise<void>
  /** Checks all users of a role, whose data scopes may differ. */
  refuseUsersOf(role: Role): Promise<void>
  /** Checks a change of departments, of a user's department or data scope, or of a role's departments. */
  refuseDepartments(): Promise<void>
  /** Checks a call that the operator must be permitted to make, in addition to the one of the request. */
  refuseCall(call: { readonly method: string; readonly path: string }): Promise<void>
  /** Checks a role that is changed or deleted. */
  refuseChangeOf(role: Role): Promise<void>
}

/** What decides about the data of a user. */
type UserScope = Pick<User, 'roleId' | 'deptId' | 'dataScope'>

/** How many rules are checked before yielding to the event loop. */
const RULES_PER_BATCH = 100

/** The call that shows the rules of all roles. */
const READ_RULES = { method: 'GET', path: '/api/v1/policy' }

/** Who makes a change, and the transaction or the database in which the operator's rights are read. */
export interface Authorized {
  readonly transaction: Database
  readonly operator: Operator
}

type AuthorityOf = (operation: Authorized) => Promise<Authority>

/** The authority of admins and of users of the command line. */
const unlimited: Authority = {
  async refuseRules() {},
  async refuseRole() {},
  async refuseUser() {},
  async refuseUsersOf() {},
  async refuseDepartments() {},
  async refuseCall() {},
  async refuseChangeOf() {},
}

export function createAuthorities({ exclusionList }: { exclusionList: ExclusionList }): AuthorityOf {
  return async (operation) => {
    const { transaction, operator } = operation
    // An operator with a token is limited by the stored role, not by the role id in the token.
    if (operator.source !== 'http') return unlimited
    const account = await createAccountStore(transaction).find(operator.userId)
    // The operator may have been disabled since the identity check.
    if (!account?.enabled || account.roleId !== operator.roleId) throw new Refusal('token-revoked')
    return account.roleKey === ADMIN_ROLE_KEY ? unlimited : limitedBy(account, operation, exclusionList)
  }
}

function limitedBy(own: StoredAccount, { transaction }: Authorized, exclusionList: ExclusionList): Authority {
  const policy = createPolicyStore(transaction)
  const roles = createRoleStore(transaction)
  let known: Promise<ReturnType<typeof createRuleCoverage>> | undefined
  const ownCoverage = () => {
    known ??= policy
      .listByRole(own.roleKey)
      .then((rules) => createRuleCoverage([...exclusionList.entries, ...rules]))
    return known
  }

  /** Names the rule in the refusal, or `excess` if it is given. */
  async function refuseBeyond(
    rules: readonly Pick<PolicyRule, 'method' | 'path'>[],
    excess?: LocalizedText,
  ): Promise<void> {
    const coverage = await ownCoverage()
    for (const [i, { method, path }] of rules.entries()) {
      if (!coverage.covers({ method, path }))
        throw new Refusal('beyond-own-role', { excess: excess ?? `${method} ${path}` })
      if (i % RULES_PER_BATCH === RULES_PER_BATCH - 1) await setImmediate()
    }
  }

  function refuseWiderScope({ dataScope }: Pick<Role, 'dataScope'>): void {
    if (!scopeCovers(own.dataScope, dataScope)) throw beyondOwnScope(dataScope)
  }

  let loaded: Promise<ResolvedScope> | undefined
  /** Returns the data that the operator may see. */
  const ownScope = (): Promise<ResolvedScope> => {
    loaded ??= createDepartmentStore(transaction)
      .snapshot()
      .then((stored) => resolveScope(own, createDepartmentIndex(stored)))
    return loaded
  }

  async function refuseUser({ roleId, deptId, dataScope: ofUser }: UserScope): Promise<void> {
    const role = await roles.find(roleId)
    if (!role) throw new Refusal('role-unknown', { role: roleId })
    if (role.roleKey === ADMIN_ROLE_KEY) throw new Refusal('admin-only')
    if (roleId !== own.roleId) await refuseRulesOf(role.roleKey)
    const dataScope = ofUser || role.dataScope
    if (roleId !== own.roleId || dataScope !== own.dataScope) refuseWiderScope({ dataScope })
    // The same data scope is something else in another department. A disabled department may be enabled again.
    if (deptId === NO_DEPARTMENT || !isRelative(dataScope)) return
    const scope = await ownScope()
    if (scope.kind !== 'all' && !(scope.kind === 'some' && scope.departments.includes(deptId)))
      throw beyondOwnScope(dataScope)
  }

  /** The rules of a role are checked once per operation: a change of many users often concerns one role. */
  const checkedRules = new Map<string, Promise<void>>()
  function refuseRulesOf(roleKey: string): Promise<void> {
    const checked = checkedRules.get(roleKey) ?? refuseStoredRulesOf(roleKey)
    checkedRules.set(roleKey, checked)
    return checked
  }

  /** The refusal must not reveal the rules of a role to an operator who may not read rules. */
  async function refuseStoredRulesOf(roleKey: string): Promise<void> {
    const mayReadRules = (await ownCoverage()).covers(READ_RULES)
    const hidden = { en: `a rule of the role "${roleKey}"`, zh: `角色“${roleKey}”的一条规则` }
    await refuseBeyond(await policy.listByRole(roleKey), mayReadRules ? undefined : hidden)
  }

  async function refuseRole(role: Role): Promise<void> {
    if (role.roleKey === ADMIN_ROLE_KEY) throw new Refusal('admin-only')
    // A data scope of the operator's own may be narrower than the role's.
    if (role.roleId === own.roleId && role.dataScope === own.dataScope) return
    refuseWiderScope(role)
    await refuseRulesOf(role.roleKey)
  }

  return {
    async refuseRules(rules) {
      for (const roleKey of new Set(rules.map((rule) => rule.roleKey))) {
        if (roleKey === ADMIN_ROLE_KEY) throw new Refusal('admin-only')
        if (roleKey === own.roleKey) throw new Refusal('own-role')
        const role = await roles.findByKey(roleKey)
        // The same call reveals more to a role with a wider data scope.
        if (role) refuseWiderScope(role)
      }
      await refuseBeyond(rules)
    },
    refuseRole,
    refuseUser,
    async refuseUsersOf(role) {
      await refuseRole(role)
      for (const scope of await createUserBatchStore(transaction).scopesOfRole(role.roleId))
        await refuseUser(scope)
    },
    async refuseDepartments() {
      if ((await ownScope()).kind === 'all') return
      throw new Refusal('beyond-own-role', {
        excess: {
          en: 'only operators whose data scope is all data can change departments and data scopes',
          zh: '只有数据范围为全部数据的操作员才能更改部门和数据范围',
        },
      })
    },
    refuseCall: (call) => refuseBeyond([call]),
    async refuseChangeOf(role) {
      if (role.roleId === own.roleId) throw new Refusal('own-role')
      await refuseRole(role)
    },
  }
}

/** Returns whether the data scope depends on the department of the user. */
function isRelative(dataScope: string): boolean {
  return dataScope === DATA_SCOPE_NAMES.department || dataScope === DATA_SCOPE_NAMES['department-and-below']
}

function beyondOwnScope(dataScope: string): Refusal {
  return new Refusal('beyond-own-role', {
    excess: { en: `data scope ${dataScope}`, zh: `数据范围 ${dataScope}` },
  })
}
