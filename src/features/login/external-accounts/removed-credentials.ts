import type { Operation } from '../../../core/operations/operations.ts'
import type { CodeAddress } from '../../../core/user/code-addresses.ts'
import { type PermanentRights, parseRights } from '../../../core/user/credential-rights.ts'
import { createUserStore } from '../../../core/user/user.store.ts'
import { mayUseMethod, type User } from '../../../core/user/user.ts'
import { createUserLinkStore, type UserLink } from '../../../core/user/user-link.store.ts'
import { endTokens, lockCredentials, noteUser } from '../../../core/user/user-operation.ts'
import { isAppMethod, type LoginMethodName } from '../../login-methods.ts'
import { createPasskeyStore } from '../passkeys/passkey.store.ts'
import { createPasswordLinkStore } from '../password-links/password-link.store.ts'
import type { ExternalAccount } from './external-account.ts'
import { LDAP_ISSUER } from './external-account.ts'

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
  const { account } = raise
  await lockCredentials(operation, userId)
  await endTokens(operation, userId)
  const { password, passkeys, links, addresses } = await credentialsOf(operation, user, raise)
  for (const { id } of passkeys.removed) await createPasskeyStore(transaction).remove(id)
  for (const { id } of links.removed) await createUserLinkStore(transaction).remove(id)
  await renewUsedLink(operation, userId, account)
  const passwordLink = await createPasswordLinkStore(transaction).removeOf(userId)
  const removed = [password, passkeys, links, addresses].flatMap((credentials) => credentials.removed)
  if (!passwordLink && removed.length === 0) return

  const isPasswordRemoved = password.removed.length > 0
  const loginMethods = remainingMethods(user, { account, password, passkeys, links, addresses })
  await createUserStore(transaction).change(
    userId,
    { loginMethods, ...(isPasswordRemoved ? { passwordHash: '', pwdChangeDue: false } : {}) },
    at,
  )
  await noteUser(operation, 'user.credentials-remove', user, {
    before: {
      password: isPasswordRemoved,
      passwordLink,
      passkeys: passkeys.removed.map(({ id, name }) => ({ passkeyId: id, name })),
      links: links.removed.map(({ issuer, subject }) => ({ issuer, subject })),
      addresses: addresses.removed.map(({ field }) => field),
      loginMethods: user.loginMethods,
    },
    after: { issuer: account.issuer, loginMethods },
  })
}

/** Returns what the user logs in with, besides the account of the mapping, parted into what stays and what does not. */
async function credentialsOf(
  { transaction }: Operation,
  user: User,
  { account, covers, codeAddresses }: Raise,
) {
  const { userId } = user
  const set = await createUserStore(transaction).credentialRights(userId)
  const hasPassword = set !== undefined && set.passwordHash !== ''
  const links = await createUserLinkStore(transaction).rightsOf(userId)
  const addresses = codeAddresses.filter((field) => user[field] !== '')
  return {
    password: await parted(hasPassword ? [{ rights: set.password }] : [], covers),
    passkeys: await parted(await createPasskeyStore(transaction).rightsOf(userId), covers),
    links: await parted(
      links.filter((link) => !isLinkOf(account, link)),
      covers,
    ),
    addresses: await parted(
      addresses.map((field) => ({ field, rights: set?.[field] ?? '' })),
      covers,
    ),
  }
}

type Credentials = Awaited<ReturnType<typeof credentialsOf>>

/** Records that the account of the mapping has given the rights. */
async function renewUsedLink(
  { transaction }: Operation,
  userId: number,
  account: MappedAccount,
): Promise<void> {
  const links = createUserLinkStore(transaction)
  const used = (await links.rightsOf(userId)).find((link) => isLinkOf(account, link))
  if (used) await links.renewRights(used.id, userId)
}

function isLinkOf({ issuer, subject }: MappedAccount, link: Pick<UserLink, 'issuer' | 'subject'>): boolean {
  return link.issuer === issuer && link.subject === subject
}

/** Returns the login methods that the user may still use: those for which something has stayed. */
function remainingMethods(
  user: User,
  { account, password, passkeys, links, addresses }: Credentials & { readonly account: MappedAccount },
): readonly LoginMethodName[] {
  // With a link by e-mail or SMS, whoever chose the address could set another password.
  const isReachedByOthers = addresses.removed.length > 0
  const kept = new Set<LoginMethodName>([
    account.method,
    ...(password.kept.length > 0 && !isReachedByOthers ? (['password'] as const) : []),
    ...(addresses.kept.length > 0 && !isReachedByOthers ? (['code'] as const) : []),
    ...(passkeys.kept.length > 0 ? (['passkey'] as const) : []),
    ...links.kept.map(methodOfLink),
  ])
  return [...kept].filter((name) => name === account.method || mayUseMethod(user, name))
}

/** Returns the method by which a linked account logs in. The issuer of a link of an app's method is the name of the method. */
function methodOfLink({ issuer }: Pick<UserLink, 'issuer'>): LoginMethodName {
  if (issuer === LDAP_ISSUER) return 'ldap'
  return isAppMethod(issuer) ? issuer : 'oidc'
}

interface Parted<T> {
  readonly kept: readonly T[]
  readonly removed: readonly T[]
}

/** Parts credentials into those that were set with rights that cover the new ones, and the others. */
async function parted<T extends { readonly rights: string }>(
  credentials: readonly T[],
  covers: Covers,
): Promise<Parted<T>> {
  const kept: T[] = []
  const removed: T[] = []
  for (const credential of credentials)
    ((await covers(parseRights(credential.rights))) ? kept : removed).push(credential)
  return { kept, removed }
}
