import { type AuditedChange, meaningOf } from '../../../core/audit-log/audit-log-entry.ts'
import { fieldsOf, listIn } from '../../../core/audit-log/audited-fields.ts'
import { administers, createRoleRights, type Rights } from '../../../core/operations/administration-rights.ts'
import type { Operation } from '../../../core/operations/operations.ts'
import type { PolicyRule } from '../../../core/permission/policy-rule.ts'
import { createRoleStore } from '../../../core/role/role.store.ts'
import type { Role } from '../../../core/role/role.ts'
import { createAccountStore, type StoredAccount } from '../../../core/user/account.store.ts'
import { ALL_USERS } from '../../../core/user/list/user-scope.ts'
import { isServiceAccount } from '../../../core/user/service-account.ts'
import { ENABLED } from '../../../core/user/status.ts'
import { ROLE_FIELDS } from '../../../core/user/temporary-role.ts'
import type { IssuerGrants } from '../../login/external-accounts/user-links.ts'
import { createServiceAccountStore } from '../../login/service-accounts/service-account.store.ts'
import type { FourEyesOperation } from './four-eyes-operations.ts'
import { removedConfirmers } from './removed-confirmers.ts'
import { type ConcernedUser, usersWithMoreData } from './widened-scopes.ts'

/** Why a change needs a second administrator. The last two belong to every operation of the settings. */
export type ProtectedKind = FourEyesOperation | 'credentials-of-confirmer' | 'removal-of-confirmer'

/** The users and the roles that a change concerns: they do not confirm it. */
export interface Beneficiaries {
  readonly userIds: readonly number[]
  /** Those who have the role, or get it back. */
  readonly roleIds: readonly number[]
}

export interface ProtectedChanges {
  readonly kinds: readonly ProtectedKind[]
  readonly beneficiaries: Beneficiaries
  /** Of the users who gain something: whoever confirms that does not expect other credentials. */
  readonly credentialVersions: readonly number[]
  /** Those who see more data without being changed. */
  readonly usersWithMoreData: readonly ConcernedUser[]
}

interface Protection {
  /** What needs a confirmation. */
  readonly operations: readonly string[]
  /** The keys of the roles that settings name. */
  readonly rolesInSettings: ReadonlySet<string>
  /** Returns what the mapping of a directory or an identity provider can give. */
  readonly grantsOf: (issuer: string) => IssuerGrants
}

/** Which users somebody with administration rights may change. The role `admin` has no limit. */
const SCOPE_FIELDS = ['dataScope', 'deptId']
/** What a user logs in with, or what codes and links are sent to. */
const CREDENTIAL_FIELDS = ['username', 'email', 'phone', 'loginMethods']
/** What a role is called, and its remark, grant nothing. */
const ROLE_RIGHT_FIELDS = ['roleKey', 'dataScope', 'deptIds', 'status']
const SCOPE_OF_ROLE = ['dataScope', 'deptIds']

/** Finds what the changes of an operation need a second administrator for. It runs in the transaction, after the changes. */
export async function findProtectedChanges(
  operation: Operation,
  changes: readonly AuditedChange[],
  { operations, rolesInSettings, grantsOf }: Protection,
): Promise<ProtectedChanges> {
  const { transaction, operator } = operation
  const accounts = createAccountStore(transaction)
  const roles = createRoleStore(transaction)
  // A role had administration rights before or has them now, if its rules or the removed ones say so: rules only allow.
  const rightsOf = createRoleRights(transaction, rulesIn(changes.map(({ before }) => before)))
  const kinds = new Set<ProtectedKind>()
  const userIds = new Set<number>()
  const roleIds = new Set<number>()
  const credentialVersions: number[] = []

  for (const change of changes) {
    if (change.action.startsWith('user.')) await classifyUser(change)
    else if (change.action.startsWith('role.')) await classifyRole(change)
    else if (change.action.startsWith('policy.')) await classifyRules(change)
    else if (change.action === 'login-log.delete') add('delete-log-entries')
    for (const userId of await removedConfirmers(operation, change)) {
      add('removal-of-confirmer', true)
      userIds.add(userId)
    }
  }
  const widened = await usersWithMoreData(transaction, changes, rightsOf)
  const isWidened = widened.length > 0 && add('grant-administration')
  if (isWidened) for (const { userId } of widened) await classifyWidened(userId)
  return {
    kinds: [...kinds],
    beneficiaries: { userIds: [...userIds], roleIds: [...roleIds] },
    credentialVersions,
    usersWithMoreData: isWidened ? widened : [],
  }

  /** Returns whether the settings protect it, or it would get round every protection. */
  function add(kind: ProtectedKind, always = false): boolean {
    if (!always && !operations.includes(kind)) return false
    kinds.add(kind)
    return true
  }

  async function classifyUser(change: AuditedChange): Promise<void> {
    const { action, targetId, after } = change
    // Such as those of an import.
    if (targetId === undefined)
      for (const user of listIn(after, 'users')) await classifyGrant(rightsOfKey(fieldsOf(user).roleKey))
    const account = targetId === undefined ? undefined : await accounts.find(targetId)
    if (!account) return classifyDeletion(change)
    const rights = await strongestOf(account)
    const isGranted = await classifyGrant(grantedBy(change, rights))
    const isRenamed = hasField(action === 'user.update' && after, 'username')
    // Without the link, or as soon as the name is free, a login with the account at the directory or the identity provider can create a
    // second administrator of the same person.
    const isOwn = account.userId === operator.userId && action !== 'user.unlink' && !isRenamed
    const isCredential = !isOwn && rights === 'admin' && changesCredential(change)
    if (isCredential) add('credentials-of-confirmer', true)
    const losesFactor = meaningOf(action).removesSecondFactor || (isRenamed && account.secondFactorEnabled)
    const isReset = losesFactor && add('reset-second-factor')
    if (isGranted || isCredential || isReset) await addBeneficiary(account, change)
  }

  /** Another user could get the name, with no second factor. */
  function classifyDeletion({ action, targetId, before }: AuditedChange): void {
    const isLost = action === 'user.delete' && fieldsOf(before).secondFactor === true
    if (isLost && add('reset-second-factor') && targetId !== undefined) userIds.add(targetId)
  }

  async function classifyWidened(userId: number): Promise<void> {
    const account = await accounts.find(userId)
    if (account) await addBeneficiary(account)
  }

  async function classifyGrant(rights: Promise<Rights>): Promise<boolean> {
    const granted = await rights
    return granted !== 'none' && add('grant-administration', granted === 'admin')
  }

  async function addBeneficiary(
    account: StoredAccount,
    { before, after }: Pick<AuditedChange, 'before' | 'after'> = {},
  ): Promise<void> {
    userIds.add(account.userId)
    credentialVersions.push(account.credentialVersion)
    if (!isServiceAccount(account)) return
    const stored = await createServiceAccountStore(transaction).find(ALL_USERS, account.userId)
    for (const owner of [stored?.ownerId, fieldsOf(before).ownerId, fieldsOf(after).ownerId]) {
      if (typeof owner === 'number') userIds.add(owner)
    }
  }

  async function classifyRole(change: AuditedChange): Promise<void> {
    const { action, targetId, target, before, after } = change
    if (action === 'role.end-sessions') return
    const merges = listIn(before, 'merges')
    if (merges.length > 0) return classifyMerges(merges)
    if (action === 'role.update' && !ROLE_RIGHT_FIELDS.some((field) => hasField(after, field))) return
    const removed = listIn(before, 'removed').map((entry) => fieldsOf(fieldsOf(entry).role).roleKey)
    const isGrant = (action === 'role.update' && givesUsersMore(after)) || isKeyInSettings(change)
    for (const key of [target, fieldsOf(after).roleKey, ...removed])
      await classifyRights(key, targetId, isGrant)
  }

  /** Returns whether a role gets a key that settings name, or another one instead: settings give roles by their keys. */
  function isKeyInSettings({ action, before, after }: AuditedChange): boolean {
    if (action === 'role.delete') return false
    return [fieldsOf(before).roleKey, fieldsOf(after).roleKey].some(
      (key) => typeof key === 'string' && rolesInSettings.has(key),
    )
  }

  async function classifyRules({ before, after }: AuditedChange): Promise<void> {
    const administering = rulesIn(after).filter(administers)
    const added = new Set(administering.map(({ roleKey }) => roleKey))
    for (const key of new Set(rulesIn([before, after]).map(({ roleKey }) => roleKey)))
      await classifyRights(key, (await roles.findByKey(key))?.roleId, added.has(key))
  }

  /** The users of the role get administration rights, or more of them, if `isGrant` is true. */
  async function classifyRights(key: unknown, roleId: number | undefined, isGrant: boolean): Promise<void> {
    const rights = rightsOfKey(key)
    if ((await rights) === 'none') return
    const isChanged = add('change-administrator-role')
    const isGranted = isGrant && (await classifyGrant(rights))
    if ((isChanged || isGranted) && roleId !== undefined) roleIds.add(roleId)
  }

  /** The users of the deleted roles have the other one from now on. */
  async function classifyMerges(merges: readonly unknown[]): Promise<void> {
    for (const merge of merges) {
      const rights = rightsOfKey(fieldsOf(merge).keep)
      const isGranted = await classifyGrant(rights)
      const isChanged = (await rights) !== 'none' && add('change-administrator-role')
      if (!isGranted && !isChanged) continue
      const keep = await roles.findByKey(String(fieldsOf(merge).keep))
      if (keep) roleIds.add(keep.roleId)
      for (const removed of listIn(merge, 'removed')) {
        for (const name of ['userIds', 'formerUserIds']) {
          for (const id of listIn(removed, name)) if (typeof id === 'number') userIds.add(id)
        }
      }
    }
  }

  function rightsOfKey(key: unknown): Promise<Rights> {
    return typeof key === 'string' ? rightsOf(key) : Promise.resolve('none')
  }

  /** Returns the rights of the role of a user, or of the one that returns if it has more. */
  async function strongestOf({ roleKey, formerRoleId }: StoredAccount): Promise<Rights> {
    const former: Role | undefined = formerRoleId === 0 ? undefined : await roles.find(formerRoleId)
    return strongest([roleKey, ...(former ? [former.roleKey] : [])])
  }

  /** Returns the rights that a change gives a user who has some. Nobody confirms what a login with a linked account gives later. */
  async function grantedBy(change: AuditedChange, rights: Rights): Promise<Rights> {
    const { issuer } = fieldsOf(change.after)
    if (change.action === 'user.link' && typeof issuer === 'string')
      return strongest(grantsOf(issuer).roleKeys)
    return isGrant(change, rights) ? rights : 'none'
  }

  async function strongest(roleKeys: readonly string[]): Promise<Rights> {
    const found = await Promise.all(roleKeys.map(rightsOf))
    return (['admin', 'administration'] as const).find((rights) => found.includes(rights)) ?? 'none'
  }
}

/** Returns whether a change of a role can give its users more to administer. */
function givesUsersMore(after: object | undefined): boolean {
  return SCOPE_OF_ROLE.some((field) => hasField(after, field)) || fieldsOf(after).status === ENABLED
}

function isGrant({ action, after }: AuditedChange, rights: Rights): boolean {
  if (meaningOf(action).grants) return true
  if (action !== 'user.update') return false
  if (ROLE_FIELDS.some((field) => hasField(after, field)) || fieldsOf(after).status === ENABLED) return true
  return rights !== 'admin' && SCOPE_FIELDS.some((field) => hasField(after, field))
}

function changesCredential({ action, after }: AuditedChange): boolean {
  return action === 'user.update'
    ? CREDENTIAL_FIELDS.some((field) => hasField(after, field))
    : meaningOf(action).changesCredentials === true
}

/** Returns all rules in the values before or after a change, however deep. */
export function rulesIn(value: unknown): readonly PolicyRule[] {
  if (typeof value !== 'object' || value === null) return []
  const { roleKey, path, method } = fieldsOf(value)
  if (typeof roleKey === 'string' && typeof path === 'string' && typeof method === 'string')
    return [{ roleKey, path, method }]
  return Object.values(value).flatMap(rulesIn)
}

function hasField(value: unknown, name: string): boolean {
  return Object.hasOwn(fieldsOf(value), name)
}
