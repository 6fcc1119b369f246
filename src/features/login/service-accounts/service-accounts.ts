import type { Operator } from '../../../core/audit-log/operator.ts'
import { assertMembership, type Membership, NO_MEMBERSHIP } from '../../../core/department/membership.ts'
import { differencesOf } from '../../../core/operations/differences.ts'
import type { Operation, Operations } from '../../../core/operations/operations.ts'
import { requireFound } from '../../../core/operations/require-found.ts'
import { ADMIN_ROLE_KEY } from '../../../core/role/role.ts'
import type { UserData } from '../../../core/user/list/user-batch.store.ts'
import { ALL_USERS } from '../../../core/user/list/user-scope.ts'
import { problemOfUsername } from '../../../core/user/name/username.ts'
import {
  isServiceAccount,
  MAX_KEYS,
  MAX_SECRETS,
  problemOfNetworks,
  SERVICE_METHOD,
  type ServiceDetails,
} from '../../../core/user/service-account.ts'
import { ENABLED } from '../../../core/user/status.ts'
import { createUserStore } from '../../../core/user/user.store.ts'
import { problemOfDetails, type User } from '../../../core/user/user.ts'
import type { AssertServiceAccountChange } from '../../../core/user/user-change.ts'
import type { RequiresSecondFactor } from '../../../core/user/user-operation.ts'
import {
  endTokens,
  lockCredentials,
  noteUser,
  requireFreeName,
  requireKnownRole,
  roleOf,
  userInScope,
} from '../../../core/user/user-operation.ts'
import { assertNoProblem, notFound, Refusal } from '../../../platform/refusal/refusal.ts'
import { assertMayBecomeOwner, assertOwnerMayGrant, authorityUntil } from './owner-rights.ts'
import { parsePublicKey } from './public-key.ts'
import { createServiceAccountStore } from './service-account.store.ts'
import type { ServiceAccount } from './service-account-schemas.ts'
import { createServiceCredentialStore } from './service-credential.store.ts'
import { hashOfSecret, newSecret } from './service-secret.ts'

export interface ServiceAccountToAdd extends Membership {
  readonly username: string
  readonly roleId: number
  /** By default, the operator. */
  readonly ownerId?: number | undefined
  /** When the account ends, in milliseconds since 1970; by default never. */
  readonly expiresAt?: number | undefined
  readonly networks?: readonly string[] | undefined
  readonly remark?: string | undefined
}

export type ServiceAccountToChange = {
  readonly [Field in keyof Omit<ServiceDetails, 'accepted'>]?: ServiceDetails[Field] | undefined
}

export type ServiceAccountAdministration = ReturnType<typeof createServiceAccountAdministration>

export function createServiceAccountAdministration(
  operations: Operations,
  requiresSecondFactor: RequiresSecondFactor,
) {
  return {
    async add(
      operator: Operator,
      { ownerId = operator.userId, expiresAt = 0, networks = [], ...account }: ServiceAccountToAdd,
    ) {
      const { username, remark, roleId } = account
      assertNoProblem(
        problemOfUsername(username) ?? problemOfDetails({ remark }) ?? problemOfNetworks(networks),
      )
      return operations.run(operator, async (operation) => {
        const { transaction, at } = operation
        assertInFuture(expiresAt, at)
        const authority = authorityUntil(await operation.authority(), expiresAt)
        const { deptId = authority.ownDepartment, dataScope = '' } = account
        await assertMembership(operation, NO_MEMBERSHIP, account)
        await requireKnownRole(operation, { roleId, dataScope }, authority)
        await authority.assertMayManageUser({ roleId, deptId, dataScope })
        await assertProgramRole(operation, roleId, requiresSecondFactor)
        await requireVisibleOwner(operation, ownerId)
        await assertMayBecomeOwner(operation, ownerId, { roleId, deptId, dataScope, expiresAt })
        await requireFreeName(operation, username)
        const id = await createUserStore(transaction).insert(
          {
            username,
            roleId,
            deptId,
            dataScope,
            remark,
            status: ENABLED,
            passwordHash: '',
            loginMethods: [SERVICE_METHOD],
          },
          at,
        )
        await createServiceAccountStore(transaction).insert(id, {
          ownerId,
          accepted: isAcceptedBy(operator, ownerId),
          expiresAt,
          networks,
        })
        const after = await existingAccount(operation, id)
        await noteUser(operation, 'user.service-create', after, { after })
        return after
      })
    },

    /**
     * Changes the owner, the end or the networks. The account of another owner waits until the owner accepts it. Everything else is
     * changed as for every user.
     */
    async change(operator: Operator, id: number, change: ServiceAccountToChange) {
      assertNoProblem(change.networks && problemOfNetworks(change.networks))
      return operations.run(operator, async (operation) => {
        const before = await accountToChange(operation, id)
        const stored = detailsOf(before)
        const { ownerId = stored.ownerId, expiresAt = stored.expiresAt, networks = stored.networks } = change
        if (change.expiresAt !== undefined) assertInFuture(expiresAt, operation.at)
        await authorityUntil(await operation.authority(), expiresAt).assertMayManageUser(before)
        if (change.ownerId !== undefined) await requireVisibleOwner(operation, change.ownerId)
        const assertOwner = ownerId === stored.ownerId ? assertOwnerMayGrant : assertMayBecomeOwner
        await assertOwner(operation, ownerId, { ...before, expiresAt })
        await lockCredentials(operation, id)
        await createServiceAccountStore(operation.transaction).change(id, {
          ownerId,
          accepted: ownerId === stored.ownerId ? stored.accepted : isAcceptedBy(operator, ownerId),
          expiresAt,
          networks,
        })
        // A session may have begun in a network that is no longer allowed, or end later than the account.
        await endTokens(operation, id, 'ended-by-operator')
        const after = await existingAccount(operation, id)
        await noteUser(operation, 'user.service-update', before, differencesOf(before, after))
        return after
      })
    },

    /** Accepts an account that somebody else has given to the operator. Users of the command line accept it for the owner. */
    async accept(operator: Operator, id: number) {
      return operations.run(operator, async (operation) => {
        const before = await existingAccount(operation, id)
        const isOwner = operator.source !== 'http' || before.ownerId === operator.userId
        if (!isOwner) throw notFound('service account', id)
        if (before.accepted) return before
        const details = detailsOf(before)
        await assertOwnerMayGrant(operation, before.ownerId, { ...before, expiresAt: details.expiresAt })
        await createServiceAccountStore(operation.transaction).change(id, { ...details, accepted: true })
        const after = await existingAccount(operation, id)
        await noteUser(operation, 'user.service-accept', before, { after: { ownerId: before.ownerId } })
        return after
      })
    },

    /** Adds a secret. It is returned once and not stored. */
    async addSecret(operator: Operator, id: number) {
      const secret = newSecret()
      return operations.run(operator, async (operation) => {
        const account = await accountToChange(operation, id)
        await assertMayAddCredential(operation, account)
        if (account.secrets.length >= MAX_SECRETS) throw new Refusal('secret-limit', { count: MAX_SECRETS })
        const store = createServiceCredentialStore(operation.transaction)
        const secretId = await store.addSecret(id, hashOfSecret(secret), operation.at)
        await noteUser(operation, 'user.secret-add', account, { after: { secretId } })
        return { id: secretId, secret }
      })
    },

    /** Removes a secret and ends all sessions of the account. */
    async removeSecret(operator: Operator, id: number, secretId: number) {
      return operations.run(operator, async (operation) => {
        const account = await accountToChange(operation, id)
        if (!account.secrets.some((secret) => secret.id === secretId)) throw notFound('secret', secretId)
        await lockCredentials(operation, id)
        await createServiceCredentialStore(operation.transaction).removeSecret(secretId)
        await endTokens(operation, id, 'ended-by-operator')
        await noteUser(operation, 'user.secret-remove', account, { before: { secretId } })
        return {}
      })
    },

    /** Adds a public key, in PEM or as a JWK. Whoever has the private key can log in from then on. */
    async addKey(operator: Operator, id: number, publicKey: string) {
      const key = parsePublicKey(publicKey)
      const { algorithm, fingerprint } = key
      return operations.run(operator, async (operation) => {
        const account = await accountToChange(operation, id)
        await assertMayAddCredential(operation, account)
        const { keys } = account
        if (keys.some((known) => known.fingerprint === fingerprint)) throw new Refusal('key-taken')
        if (keys.length >= MAX_KEYS) throw new Refusal('key-limit', { count: MAX_KEYS })
        const store = createServiceCredentialStore(operation.transaction)
        const keyId = await store.addKey(id, key, operation.at)
        const after = { keyId, algorithm, fingerprint }
        await noteUser(operation, 'user.key-add', account, { after })
        return { id: keyId, algorithm, fingerprint }
      })
    },

    /** Removes a public key and ends all sessions of the account. */
    async removeKey(operator: Operator, id: number, keyId: number) {
      return operations.run(operator, async (operation) => {
        const account = await accountToChange(operation, id)
        const known = account.keys.find((key) => key.id === keyId)
        const { algorithm, fingerprint } = requireFound(known, 'key', keyId)
        await lockCredentials(operation, id)
        await createServiceCredentialStore(operation.transaction).removeKey(keyId)
        await endTokens(operation, id, 'ended-by-operator')
        const before = { keyId, algorithm, fingerprint }
        await noteUser(operation, 'user.key-remove', account, { before })
        return {}
      })
    },
  }
}

/** Throws if a role is not for programs: `admin`, or one whose users need a second factor. */
async function assertProgramRole(
  operation: Operation,
  roleId: number,
  requiresSecondFactor: RequiresSecondFactor,
): Promise<void> {
  const { roleKey } = await roleOf(operation, roleId)
  if (roleKey === ADMIN_ROLE_KEY || requiresSecondFactor(roleKey))
    throw new Refusal('service-account-role', { role: roleKey })
}

/** Creates the check of changes of users. */
export function createServiceAccountChangeCheck(
  requiresSecondFactor: RequiresSecondFactor,
): AssertServiceAccountChange {
  return (...change) => assertServiceAccountChange(...change, requiresSecondFactor)
}

async function assertServiceAccountChange(
  operation: Operation,
  before: User,
  after: UserData & Pick<User, 'loginMethods' | 'status' | 'pwdChangeDue'>,
  requiresSecondFactor: RequiresSecondFactor,
): Promise<void> {
  if (!isServiceAccount(before)) {
    if (isServiceAccount(after)) throw new Refusal('service-account-method')
    return
  }
  if (after.loginMethods.join() !== before.loginMethods.join() || after.pwdChangeDue)
    throw new Refusal('service-account')
  if (after.roleId !== before.roleId) await assertProgramRole(operation, after.roleId, requiresSecondFactor)
  if (after.status !== ENABLED) return
  const { ownerId, expiresAt } = detailsOf(await existingAccount(operation, before.userId))
  await assertOwnerMayGrant(operation, ownerId, { ...after, expiresAt })
}

/** Returns an account that the operator may change. What it gets is checked separately. */
async function accountToChange(operation: Operation, id: number): Promise<ServiceAccount> {
  // Someone who has stolen a token of a program must not add a secret or a key.
  if (operation.operator.userId === id) throw new Refusal('own-account')
  const user = await userInScope(operation, id)
  if (!isServiceAccount(user)) throw notFound('service account', id)
  await (await operation.authority()).current.assertMayManageUser(user)
  return existingAccount(operation, id)
}

/**
 * Throws unless the operator may give the account a secret or a key, with which it logs in until it expires. For the account of another
 * owner, this requires as much as what has no end: a program may grant what its owner answers for.
 */
async function assertMayAddCredential(operation: Operation, account: ServiceAccount): Promise<void> {
  const { ownerId, expiresAt } = detailsOf(account)
  const own = await operation.authority()
  const isOwner = ownerId === operation.operator.userId
  await (isOwner ? authorityUntil(own, expiresAt) : own).assertMayManageUser(account)
}

/** Throws if the operator may not see the owner: a foreign id and an unknown one are the same to them. */
async function requireVisibleOwner(operation: Operation, ownerId: number): Promise<void> {
  const scope = await (await operation.authority()).current.scope()
  if (!(await createUserStore(operation.transaction).findIn(scope, ownerId)))
    throw new Refusal('service-account-owner')
}

async function existingAccount({ transaction }: Operation, id: number): Promise<ServiceAccount> {
  return requireFound(await createServiceAccountStore(transaction).find(ALL_USERS, id), 'service account', id)
}

/** Returns whether an account needs no acceptance: operators answer for what they give to themselves, and commands for everything. */
function isAcceptedBy({ source, userId }: Operator, ownerId: number): boolean {
  return source !== 'http' || userId === ownerId
}

function detailsOf({ ownerId, accepted, expiresAt, networks }: ServiceAccount): ServiceDetails {
  return { ownerId, accepted, expiresAt: expiresAt === null ? 0 : Date.parse(expiresAt), networks }
}

function assertInFuture(expiresAt: number, at: number): void {
  if (expiresAt !== 0 && expiresAt <= at)
    assertNoProblem({
      field: 'expiresAt',
      en: 'expiresAt must be in the future.',
      zh: 'expiresAt 须为将来的时间。',
    })
}
