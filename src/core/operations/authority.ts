import { setImmediate } from 'node:timers/promises'
import type { Database } from '../../platform/database/database.ts'
import { type LocalizedText, Refusal } from '../../platform/refusal/refusal.ts'
import { once } from '../../platform/runtime/once.ts'
import type { Operator } from '../audit-log/operator.ts'
import { resolveScope } from '../data-scope/resolve-scope.ts'
import { NO_DEPARTMENT } from '../department/department.ts'
import type { ExclusionList } from '../permission/exclusion-list.ts'
import { createPermission } from '../permission/permission.ts'
import { createPolicyIndex } from '../permission/policy-index.ts'
import type { PolicyRule } from '../permission/policy-rule.ts'
import { createRuleCoverage, type RuleCoverage } from '../permission/rules/rule-coverage.ts'
import { ADMIN_ROLE_KEY, type Role } from '../role/role.ts'
import { createAccountStore, type StoredAccount } from '../user/account.store.ts'
import { includesDepartment } from '../user/list/user-scope.ts'
import { isServiceAccount } from '../user/service-account.ts'
import { ENABLED } from '../user/status.ts'
import { createUserStore } from '../user/user.store.ts'
import {
  type Authority,
  type AuthorityChecks,
  limitedByEnd,
  type UserToCheck,
  withoutEnd,
} from './authority-checks.ts'
import { beyondOwnDepartments, beyondOwnScope, includesScope, isRelative } from './included-scope.ts'
import { createOwnerAccessStore } from './owner-access.store.ts'
import { type RightsSource, storedRights } from './rights-source.ts'

export type { Authority, AuthorityChecks }

/** The former role of a user whose role has no end. */
const NO_ROLE = 0

/** How many rules are checked before yielding to the event loop. */
const RULES_PER_BATCH = 100

/** The call that shows the rules of all roles. */
const READ_RULES = { method: 'GET', path: '/api/v1/policy' }

/** Who makes a change, and the transaction or the database in which the operator's rights are read. */
export interface Authorized {
  readonly transaction: Database
  readonly operator: Operator
}

/** What users of the command line may do, and admins but for what concerns themselves. */
const unlimited: AuthorityChecks = {
  ownDepartment: NO_DEPARTMENT,
  scope: async () => ({ kind: 'all' }),
  async assertMayChangeRules() {},
  async assertMayAssignRole() {},
  async assertMayManageUser() {},
  async requireAllData() {},
  async assertMayCall() {},
  async assertMayChangeRole() {},
}

interface AuthoritiesOptions {
  readonly exclusionList: ExclusionList
  /** Where the rights are read; by default in the transaction. */
  readonly rights?: RightsSource | undefined
}

export function createAuthorities({ exclusionList, rights: given }: AuthoritiesOptions) {
  return async ({ transaction, operator }: Authorized): Promise<Authority> => {
    // An operator with a token is limited by the stored role, not by the role id in the token.
    if (operator.source !== 'http') return withoutEnd(unlimited)
    const account = await createAccountStore(transaction).find(operator.userId)
    // The operator may have been disabled since the identity check.
    if (!account?.enabled || account.roleId !== operator.roleId) throw new Refusal('token-revoked')
    const rights = given ?? storedRights(transaction)
    const options = { transaction, exclusionList, rights, call: operator.call }
    const own = authorityOfAccount(account, options)
    return isServiceAccount(account) ? limitedByOwner(own, account.userId, options) : own
  }
}

/**
 * Returns the authority of a program. Its owner answers for what it grants, so while the owner has a role until a time, what has no end
 * must also be possible with the owner's role without an end.
 */
async function limitedByOwner(own: Authority, userId: number, options: AccountOptions): Promise<Authority> {
  const owner = await createOwnerAccessStore(options.transaction).findOwner(userId)
  const end = owner?.roleUntil
  if (owner === undefined || end === undefined) return own
  const permanent = once(() => permanentChecksOf(owner, options))
  const limited = limitedByEnd(own, { userId, end, permanent })
  return {
    ...limited,
    current: own.current,
    until: (wanted) => (wanted > end ? limited : own.until(wanted)),
  }
}

interface AccountOptions extends Pick<Authorized, 'transaction'>, Pick<Operator, 'call'>, RightsOptions {}

interface RightsOptions {
  readonly exclusionList: ExclusionList
  readonly rights: RightsSource
}

/** Returns what a user may grant, with the call of the request if the user is the operator. */
export function authorityOfAccount(account: StoredAccount, options: AccountOptions): Authority {
  const checks = checksOf(account, options)
  const { roleUntil: end } = account
  if (end === undefined) return withoutEnd(checks)
  const permanent = once(() => permanentChecksOf(account, options))
  return limitedByEnd(checks, { userId: account.userId, end, permanent })
}

/** Returns the checks of the role that a user has without an end. Throws if it does not permit the call. */
async function permanentChecksOf(account: StoredAccount, options: AccountOptions): Promise<AuthorityChecks> {
  const { call } = options
  const permanent = await withPermanentRole(account, options)
  const isPermitted = call === undefined || (await mayMake(call, permanent, options))
  if (!isPermitted) throw new Refusal('permission-denied')
  return checksOf(permanent, options)
}

/** Returns the account as it will be when the role ends. Throws if it will not be able to log in. */
async function withPermanentRole(
  account: StoredAccount,
  { transaction, rights }: Pick<AccountOptions, 'transaction' | 'rights'>,
): Promise<StoredAccount> {
  const role = await rights.role(account.formerRoleId)
  const user = await createUserStore(transaction).find(account.userId)
  if (!user || role?.status !== ENABLED) throw new Refusal('token-revoked')
  const { roleUntil: _, ...others } = account
  const { roleId, roleKey } = role
  return { ...others, roleId, roleKey, dataScope: user.dataScope || role.dataScope, formerRoleId: NO_ROLE }
}

/** Returns whether the rules permit a user to make a call. */
export async function mayMake(
  { method, path }: NonNullable<Operator['call']>,
  account: StoredAccount,
  { rights, exclusionList }: RightsOptions,
): Promise<boolean> {
  const rules = await rights.rulesOf(account.roleKey)
  const permission = createPermission({ exclusionList, policy: { current: () => createPolicyIndex(rules) } })
  return permission.mayCall(account, path, method)
}

/** What decides about the rights of a user. */
export type RightsHolder = Pick<
  StoredAccount,
  'userId' | 'roleId' | 'roleKey' | 'dataScope' | 'deptId' | 'formerRoleId'
>

/** Returns what a user may do with the role that the user has now. */
function checksOf(account: RightsHolder, options: RightsOptions): AuthorityChecks {
  const { deptId: ownDepartment } = account
  if (account.roleKey === ADMIN_ROLE_KEY)
    return { ...unlimited, ownDepartment, ...refusingFormerRole(account, options.rights) }
  return { ownDepartment, ...limitedBy(account, options) }
}

/** Returns what a user may do with users and give to them, with the role that the user has now. */
export function currentChecksOf(
  account: Omit<RightsHolder, 'formerRoleId'>,
  options: RightsOptions,
): Pick<AuthorityChecks, 'assertMayAssignRole' | 'assertMayManageUser'> {
  return checksOf({ ...account, formerRoleId: NO_ROLE }, options)
}

/** Returns the checks that keep a user, even an admin, from changing the role that returns when the own role ends. */
function refusingFormerRole(
  { formerRoleId }: RightsHolder,
  rights: RightsSource,
): Pick<AuthorityChecks, 'assertMayChangeRules' | 'assertMayChangeRole'> {
  return {
    async assertMayChangeRules(rules) {
      if (formerRoleId === NO_ROLE) return
      const former = await rights.role(formerRoleId)
      if (rules.some(({ roleKey }) => roleKey === former?.roleKey)) throw new Refusal('own-role')
    },
    async assertMayChangeRole({ roleId }) {
      if (roleId === formerRoleId) throw new Refusal('own-role')
    },
  }
}

/** The coverages of rules that are in memory as long as the policy is in force. */
const coverages = new WeakMap<readonly PolicyRule[], WeakMap<ExclusionList, RuleCoverage>>()

/** Returns the coverage of the rules of a role and of the exclusion list. Building it takes longer than a request. */
function coverageOf(rules: readonly PolicyRule[], exclusionList: ExclusionList): RuleCoverage {
  const known = coverages.get(rules) ?? new WeakMap<ExclusionList, RuleCoverage>()
  coverages.set(rules, known)
  const coverage = known.get(exclusionList) ?? createRuleCoverage([...exclusionList.entries, ...rules])
  known.set(exclusionList, coverage)
  return coverage
}

function limitedBy(
  own: RightsHolder,
  { exclusionList, rights }: RightsOptions,
): Omit<AuthorityChecks, 'ownDepartment'> {
  const departments = once(rights.departments)
  const scope = once(async () => resolveScope(own, await departments()))
  const formerRole = refusingFormerRole(own, rights)
  const ownCoverage = once(async () => coverageOf(await rights.rulesOf(own.roleKey), exclusionList))

  /** Names the rule in the refusal, or `excess` if it is given. */
  async function assertWithin(rules: readonly Pick<PolicyRule, 'method' | 'path'>[], excess?: LocalizedText) {
    const coverage = await ownCoverage()
    for (const [i, { method, path }] of rules.entries()) {
      if (!coverage.covers({ method, path }))
        throw new Refusal('beyond-own-role', { excess: excess ?? `${method} ${path}` })
      if (i % RULES_PER_BATCH === RULES_PER_BATCH - 1) await setImmediate()
    }
  }

  async function assertMayManageUser(user: UserToCheck): Promise<void> {
    const { userId, roleId, deptId, formerRoleId = NO_ROLE } = user
    const isOwnAccount = userId === own.userId
    if (!isOwnAccount && !includesDepartment(await scope(), deptId)) throw beyondOwnDepartments(deptId)
    await assertMayAssignRoleOf(user, roleId)
    // The user gets it back.
    if (formerRoleId !== NO_ROLE) await assertMayAssignRoleOf(user, formerRoleId)
  }

  async function assertMayAssignRoleOf(
    { deptId, dataScope: ofUser }: UserToCheck,
    roleId: number,
  ): Promise<void> {
    const role = await rights.role(roleId)
    if (!role) throw new Refusal('role-unknown', { role: roleId })
    if (role.roleKey === ADMIN_ROLE_KEY) throw new Refusal('admin-only')
    if (roleId !== own.roleId) await assertHoldsRulesOf(role.roleKey)
    const dataScope = ofUser || role.dataScope
    if (!includesScope(await scope(), { roleId, deptId, dataScope }, await departments()))
      throw beyondOwnScope(dataScope)
  }

  /** The rules of a role are checked once per operation: a change of many users often concerns one role. */
  const checkedRules = new Map<string, Promise<void>>()
  function assertHoldsRulesOf(roleKey: string): Promise<void> {
    const checked = checkedRules.get(roleKey) ?? assertHoldsStoredRulesOf(roleKey)
    checkedRules.set(roleKey, checked)
    return checked
  }

  /** The refusal must not reveal the rules of a role to an operator who may not read rules. */
  async function assertHoldsStoredRulesOf(roleKey: string): Promise<void> {
    const mayReadRules = (await ownCoverage()).covers(READ_RULES)
    const hidden = { en: `a rule of the role "${roleKey}"`, zh: `角色“${roleKey}”的一条规则` }
    await assertWithin(await rights.rulesOf(roleKey), mayReadRules ? undefined : hidden)
  }

  async function assertMayAssignRole({ roleId, roleKey, dataScope }: Role): Promise<void> {
    if (roleKey === ADMIN_ROLE_KEY) throw new Refusal('admin-only')
    // The data scopes 3 and 4 depend on the department of the user, which is checked when somebody gets the role.
    const inOwnDepartment = { roleId, deptId: own.deptId, dataScope: isRelative(dataScope) ? '5' : dataScope }
    const mayAssign = await scope()
    if (mayAssign.kind === 'some' && mayAssign.departments.length === 0) throw beyondOwnScope(dataScope)
    if (!includesScope(mayAssign, inOwnDepartment, await departments())) throw beyondOwnScope(dataScope)
    if (roleId !== own.roleId) await assertHoldsRulesOf(roleKey)
  }

  async function requireAllData(): Promise<void> {
    if ((await scope()).kind !== 'all') throw new Refusal('all-data-required')
  }

  return {
    scope,
    async assertMayChangeRules(rules) {
      for (const { roleKey } of rules) {
        if (roleKey === ADMIN_ROLE_KEY) throw new Refusal('admin-only')
        if (roleKey === own.roleKey) throw new Refusal('own-role')
      }
      await formerRole.assertMayChangeRules(rules)
      await requireAllData()
      await assertWithin(rules)
    },
    assertMayAssignRole,
    assertMayManageUser,
    requireAllData,
    assertMayCall: (call) => assertWithin([call]),
    async assertMayChangeRole(role) {
      if (role.roleId === own.roleId) throw new Refusal('own-role')
      await formerRole.assertMayChangeRole(role)
      if (role.roleKey === ADMIN_ROLE_KEY) throw new Refusal('admin-only')
      await requireAllData()
      await assertMayAssignRole(role)
    },
  }
}
