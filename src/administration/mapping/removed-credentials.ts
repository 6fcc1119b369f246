import { type PermanentRights, parseRights } from '../../accounts/user/credential-rights.ts'
import type { ExternalAccount } from '../../accounts/user/external-account.ts'
import { createUserStore } from '../../accounts/user/user.store.ts'
import { mayUseMethod, type User } from '../../accounts/user/user.ts'
import { createUserLinkStore } from '../../accounts/user/user-link.store.ts'
import { LDAP_ISSUER } from '../../authentication/ldap/directory-account.ts'
import { createPasskeyStore } from '../../authentication/passkey/passkey.store.ts'
import { createPasswordLinkStore } from '../../authentication/password-link/password-link.store.ts'
import { LOGIN_METHODS, type LoginMethodName } from '../../settings/login-methods.ts'
import type { CodeAddress } from '../code-addresses.ts'
import type { Operation } from '../operations.ts'
import { endTokens, lockCredentials, noteUser } from '../user-operation.ts'

/** The account at a directory or an identity provider whose mapping decides about a user. */
export type MappedAccount = Pick<ExternalAccount, 'issuer' | 'subject' | 'method'>

/** Returns whether whoever has some rights could grant all of the new ones. */
export type Covers = (rights: PermanentRights | undefined) => Promise<boolean>

interface Raise {
  readonly account: MappedAccount
  readonly covers: Covers
  readonly codeAddresses: readonly CodeAddress[]
}

/** Removes what was set with rights that do not cover the new ones, but for the link of the mapping and the second factor. */
export async function removeCredentials(operation: Operation, user: User, raise: Raise): Promise<void> {
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
