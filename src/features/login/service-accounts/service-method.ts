import type { LoginMethod, VerifiedLogin } from '../../../core/login/login-method.ts'
import type { LoginThrottle } from '../../../core/login/login-throttle.ts'
import { textOf } from '../../../core/login/unvalidated-field.ts'
import type { OwnerAccessStore } from '../../../core/operations/owner-access.store.ts'
import { ADMIN_ROLE_KEY } from '../../../core/role/role.ts'
import type { Account, AccountStore } from '../../../core/user/account.store.ts'
import { usernameKey } from '../../../core/user/name/username.ts'
import { isAllowedAddress } from '../../../core/user/service-account.ts'
import { networkOf } from '../../../platform/network/network.ts'
import { InvalidParameters } from '../../../platform/refusal/refusal.ts'
import { claimedNameOf, verifyAssertion } from './assertion.ts'
import type { ServiceAccountStore } from './service-account.store.ts'
import type { FoundCredential, ServiceCredentialStore } from './service-credential.store.ts'
import { hashOfSecret } from './service-secret.ts'
import type { UsedAssertionStore } from './used-assertion.store.ts'

interface ServiceAccountMethodOptions {
  readonly serviceAccounts: Pick<ServiceAccountStore, 'recordLastUse'>
  readonly credentials: Pick<ServiceCredentialStore, 'findBySecret' | 'findKeys' | 'recordUse'>
  readonly usedAssertions: Pick<UsedAssertionStore, 'use'>
  readonly accounts: Pick<AccountStore, 'find'>
  readonly ownerAccess: Pick<OwnerAccessStore, 'hasOwnerWithAccess'>
  readonly requiresSecondFactor: (roleKey: string) => boolean
  readonly throttle: Pick<LoginThrottle, 'limit' | 'reserve'>
  /** The audience of assertions. */
  readonly issuer: string
  readonly tokenLifetimeSeconds: number
  readonly now: () => number
}

/** A signature is verified only if the name exists: the time must not reveal it. */
const MIN_REFUSAL_MS = 50

interface Client {
  readonly username: string
  readonly address: string
}

/** Creates the login method of programs: a secret of a service account, or an assertion signed with a key of it. */
export function createServiceAccountMethod(options: ServiceAccountMethodOptions): LoginMethod {
  const {
    serviceAccounts,
    credentials,
    usedAssertions,
    accounts,
    ownerAccess,
    requiresSecondFactor,
    throttle,
    now,
  } = options

  return {
    name: 'service',
    // Nobody guesses a secret of 256 random bits or a signature, and a program cannot read a picture.
    hasCaptcha: false,
    minRefusalMs: MIN_REFUSAL_MS,
    throttle,
    async begin({ username, body }, { address }) {
      const assertion = textOf(body, 'assertion')
      if (assertion === '')
        return { username, verify: () => verifySecret(textOf(body, 'secret'), { username, address }) }
      const name = claimedNameOf(assertion)
      if (name === undefined) throw new InvalidParameters(NO_ASSERTION)
      return { username: name, verify: () => verifySigned(assertion, { username: name, address }) }
    },
  }

  async function verifySecret(secret: string, client: Client): Promise<VerifiedLogin | undefined> {
    const found = await credentials.findBySecret(hashOfSecret(secret))
    const login = found && (await admit(found, client))
    if (!login) return undefined
    await recordUse('service_secrets', found, client)
    return login
  }

  async function verifySigned(assertion: string, client: Client): Promise<VerifiedLogin | undefined> {
    const { issuer } = options
    const at = now()
    for (const key of await credentials.findKeys(client.username)) {
      const verified = await verifyAssertion(assertion, { name: client.username, issuer, key, at })
      if (!verified) continue
      const login = await admit(key, client)
      // Last, so that only an assertion that is otherwise right leaves a row.
      if (!login || !(await usedAssertions.use(key.userId, verified.jti, verified.expiresAt)))
        return undefined
      await recordUse('service_keys', key, client)
      return login
    }
    return undefined
  }

  async function recordUse(
    table: 'service_secrets' | 'service_keys',
    { id, userId }: FoundCredential,
    { address }: Client,
  ): Promise<void> {
    const at = now()
    await credentials.recordUse(table, id, at)
    await serviceAccounts.recordLastUse(userId, { at, network: networkOf(address) })
  }

  /** Returns the login of an account whose credential is right, or undefined if the account may not log in. */
  async function admit(found: FoundCredential, client: Client): Promise<VerifiedLogin | undefined> {
    const account = await accounts.find(found.userId)
    if (!account?.enabled || usernameKey(account.username) !== usernameKey(client.username)) return undefined
    if (account.roleKey === ADMIN_ROLE_KEY || requiresSecondFactor(account.roleKey)) return undefined
    if (!found.accepted || !isAllowedAddress(found.networks, client.address)) return undefined
    const owner = await accounts.find(found.ownerId)
    if (!owner || !(await ownerAccess.hasOwnerWithAccess(found.userId))) return undefined
    const tokenLifetimeSeconds = lifetimeOf(found, owner)
    if (tokenLifetimeSeconds <= 0) return undefined
    return { account: { ...account, tokenLifetimeSeconds }, hasSecondFactor: true }
  }

  /** No token outlives the account, nor the role of its owner: the rights of the owner may be less from then on. */
  function lifetimeOf({ expiresAt }: FoundCredential, owner: Account): number {
    const end = Math.min(expiresAt || Number.POSITIVE_INFINITY, owner.roleUntil ?? Number.POSITIVE_INFINITY)
    return Math.min(options.tokenLifetimeSeconds, Math.floor((end - now()) / 1000))
  }
}

const NO_ASSERTION = {
  field: 'assertion',
  en: 'assertion must be a signed JWT whose sub is the name of a service account.',
  zh: 'assertion 须为签名的 JWT，其 sub 为服务账号的名称。',
}
