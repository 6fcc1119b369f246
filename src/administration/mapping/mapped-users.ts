import { createRoleStore } from '../../accounts/role/role.store.ts'
import {
  type PermanentRights,
  parseRights,
  permanentRightsOf,
  rightsText,
} from '../../accounts/user/credential-rights.ts'
import type { ExternalAccount } from '../../accounts/user/external-account.ts'
import { createUserStore } from '../../accounts/user/user.store.ts'
import { mayUseMethod, type User, type UserDetails } from '../../accounts/user/user.ts'
import { keyOfData, type UserData } from '../../accounts/user/user-batch.store.ts'
import { createUserLinkStore } from '../../accounts/user/user-link.store.ts'
import { LDAP_ISSUER } from '../../authentication/ldap/directory-account.ts'
import { createPasskeyStore } from '../../authentication/passkey/passkey.store.ts'
import { createPasswordLinkStore } from '../../authentication/password-link/password-link.store.ts'
import { isAccepted } from '../../foundation/refusal/refusal.ts'
import { LOGIN_SERVICE } from '../../logs/audit-log/operator.ts'
import { LOGIN_METHODS, type LoginMethodName } from '../../settings/login-methods.ts'
import type { CodeAddress } from '../code-addresses.ts'
import { createRoleRights } from '../four-eyes/administration-rights.ts'
import type { Operation, Operations } from '../operations.ts'
import { operatorFields } from '../operator-event.ts'
import type { UserToChange } from '../user-change.ts'
import {
  endTokens,
  existingUser,
  foreignNames,
  lockCredentials,
  noteUser,
  roleOf,
} from '../user-operation.ts'
import type { UserAdministration } from '../users.ts'

/** The account at a directory or an identity provider whose mapping decides about a user. */
export type MappedAccount = Pick<ExternalAccount, 'issuer' | 'subject' | 'method'>

interface MappedUserOptions {
  readonly operations: Operations
  readonly userAdministration: Pick<UserAdministration, 'changeWithin'>
  /** The fields of users that codes and links are sent to. */
  readonly codeAddresses: readonly CodeAddress[]
}

export type MappedUserAdministration = ReturnType<typeof createMappedUserAdministration>

/**
 * Changes of users by the mapping of a directory or an identity provider. Nobody confirms them. A user who gets rights that the
 * old ones do not cover loses everything to log in with that was set before: whoever set it could not give these rights.
 */
export function createMappedUserAdministration(options: MappedUserOptions) {
  const { operations, userAdministration, codeAddresses } = options
  return {
    change(userId: number, change: UserToChange, account: MappedAccount) {
      return operations.run(LOGIN_SERVICE, async (operation) => {
        const before = await existingUser(operation, userId)
        const after = await userAdministration.changeWithin(operation, userId, {
          ...change,
          // The login is not refused for an address.
          ...keptInstead(before, await foreignNames(operation, change, userId)),
        })
        const given = rightsGiven(before, after)
        const covers = createCoverage(operation, userId, given)
        if (given.length === 0 || (await covers(permanentRightsOf(before)))) return after
        await removeCredentials(operation, after, { account, covers, codeAddresses })
        await emitMappedRights(operation, before, after)
        return existingUser(operation, userId)
      })
    },
  }
}

/** Emits an event if a mapping gives a new user administration rights other than those of `admin`, which have an event. */
export async function emitMappedUser(operation: Operation, user: User): Promise<void> {
  const { roleKey } = await roleOf(operation, user.roleId)
  if ((await createRoleRights(operation.transaction)(roleKey)) === 'administration')
    await emitMapped(operation, user, roleKey, 'created')
}

async function emitMappedRights(operation: Operation, before: User, after: User): Promise<void> {
  const { roleId } = permanentRightsOf(after)
  const { roleKey } = await roleOf(operation, roleId)
  const rights = await createRoleRights(operation.transaction)(roleKey)
  const isReported = rights === 'admin' && before.roleId !== after.roleId
  if (rights === 'none' || isReported) return
  const isNewRole = permanentRightsOf(before).roleId !== roleId
  const changeOfRole = after.roleUntil === null ? 'role-changed' : 'role-returns'
  await emitMapped(operation, after, roleKey, isNewRole ? changeOfRole : 'department-changed')
}

async function emitMapped(
  operation: Operation,
  { username, userId }: User,
  roleKey: string,
  change: 'created' | 'role-changed' | 'role-returns' | 'department-changed',
): Promise<void> {
  const fields = { username, userId, roleKey, change, ...operatorFields(operation.operator) }
  await operation.emit({ kind: 'administration.mapped', fields })
}

/** Returns the rights that a user has after a change; empty if they are the same as before. */
function rightsGiven(before: User, after: User): readonly PermanentRights[] {
  const rights = permanentRightsOf(after)
  if (rightsText(permanentRightsOf(before)) === rightsText(rights)) return []
  const isMoved = after.roleUntil !== null && before.deptId !== after.deptId
  // A role until a time has the data of the new department too.
  return isMoved ? [rights, { ...rights, roleId: after.roleId }] : [rights]
}

/** Returns the present values of addresses that cannot be taken. */
function keptInstead(
  before: User,
  refused: Pick<UserDetails, 'email' | 'phone'>,
): Pick<UserDetails, 'email' | 'phone'> {
  const { email, phone } = before
  return {
    ...(refused.email === undefined ? {} : { email }),
    ...(refused.phone === undefined ? {} : { phone }),
  }
}

type Covers = (rights: PermanentRights | undefined) => Promise<boolean>

/** Creates a function that returns whether whoever has some rights could grant all of the given ones. */
function createCoverage(operation: Operation, userId: number, given: readonly PermanentRights[]): Covers {
  return async (held) => {
    const role = held && (await createRoleStore(operation.transaction).find(held.roleId))
    if (!role) return false
    const authority = operation.authorityOf({
      userId,
      username: '',
      roleId: role.roleId,
      roleKey: role.roleKey,
      dataScope: held.dataScope || role.dataScope,
      deptId: held.deptId,
      formerRoleId: 0,
      credentialVersion: 0,
      secondFactorEnabled: false,
      passwordHash: '',
      enabled: true,
    })
    for (const data of given) {
      // What a user has is covered by it, also without a department or with a disabled one.
      const isSame = keyOfData(data) === keyOfData(held)
      if (!isSame && !(await isAccepted(authority.refuseUser(ofOwnAccount(data, userId))))) return false
    }
    return true
  }
}

/** Rows that a user owns need no department that covers them. */
function ofOwnAccount(data: PermanentRights, userId: number): UserData & { readonly userId: number } {
  return { ...data, userId }
}

interface Raise {
  readonly account: MappedAccount
  readonly covers: Covers
  readonly codeAddresses: readonly CodeAddress[]
}

/** Removes what was set with rights that do not cover the new ones, but for the link of the mapping and the second factor. */
async function removeCredentials(operation: Operation, user: User, raise: Raise): Promise<void> {
  const { transaction, at } = operation
  const { userId } = user
  const { account, covers, codeAddresses } = raise
  const users = createUserStore(transaction)
  await lockCredentials(operation, userId)
  await endTokens(operation, userId)
  const isCovered = (rights: string | undefined) => covers(parseRights(rights ?? ''))

  const set = await users.credentialRights(userId)
  const hasPassword = (set?.passwordHash ?? '') !== ''
  const keepsPassword = hasPassword && (await isCovered(set?.password))
  const passkeys = await parted(await createPasskeyStore(transaction).rightsOf(userId), isCovered)
  const links = createUserLinkStore(transaction)
  const ofUser = await links.rightsOf(userId)
  const isUsed = ({ issuer, subject }: Pick<MappedAccount, 'issuer' | 'subject'>) =>
    issuer === account.issuer && subject === account.subject
  const others = await parted(
    ofUser.filter((link) => !isUsed(link)),
    isCovered,
  )
  const addresses = await parted(
    codeAddresses
      .filter((field) => user[field] !== '')
      .map((field) => ({ field, rights: set?.[field] ?? '' })),
    isCovered,
  )

  for (const { id } of passkeys.removed) await createPasskeyStore(transaction).remove(id)
  for (const { id } of others.removed) await links.remove(id)
  const used = ofUser.find(isUsed)
  if (used) await links.renewRights(used.id, userId)
  const hadPasswordLink = await createPasswordLinkStore(transaction).removeOf(userId)
  const isPasswordRemoved = hasPassword && !keepsPassword
  const removed = [...passkeys.removed, ...others.removed, ...addresses.removed]
  if (!isPasswordRemoved && !hadPasswordLink && removed.length === 0) return

  // With a link by e-mail or SMS, whoever chose the address could set another password.
  const isReachedByOthers = addresses.removed.length > 0
  const kept = new Set<LoginMethodName>([
    account.method,
    ...(keepsPassword && !isReachedByOthers ? (['password'] as const) : []),
    ...(addresses.kept.length > 0 && !isReachedByOthers ? (['code'] as const) : []),
    ...(passkeys.kept.length > 0 ? (['passkey'] as const) : []),
    ...others.kept.map(({ issuer }) => (issuer === LDAP_ISSUER ? 'ldap' : 'oidc')),
  ])
  const loginMethods = LOGIN_METHODS.filter(
    (name) => kept.has(name) && (name === account.method || mayUseMethod(user, name)),
  )
  await users.change(
    userId,
    { loginMethods, ...(isPasswordRemoved ? { passwordHash: '', pwdChangeDue: false } : {}) },
    at,
  )
  await noteUser(operation, 'user.credentials-remove', user, {
    before: {
      password: isPasswordRemoved,
      passwordLink: hadPasswordLink,
      passkeys: passkeys.removed.map(({ id, name }) => ({ passkeyId: id, name })),
      links: others.removed.map(({ issuer, subject }) => ({ issuer, subject })),
      addresses: addresses.removed.map(({ field }) => field),
      loginMethods: user.loginMethods,
    },
    after: { issuer: account.issuer, loginMethods },
  })
}

/** Parts credentials into those that stay and the others. */
async function parted<T extends { readonly rights: string }>(
  credentials: readonly T[],
  isCovered: (rights: string) => Promise<boolean>,
): Promise<{ readonly kept: readonly T[]; readonly removed: readonly T[] }> {
  const kept: T[] = []
  const removed: T[] = []
  for (const credential of credentials)
    ((await isCovered(credential.rights)) ? kept : removed).push(credential)
  return { kept, removed }
}
