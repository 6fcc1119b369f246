import { ADMIN_ROLE_KEY } from '../../accounts/role/role.ts'
import type { ServiceAccountStore } from '../../accounts/service-account/service-account.store.ts'
import { isAllowedAddress } from '../../accounts/service-account/service-account.ts'
import type { AccountStore } from '../../accounts/user/account.store.ts'
import { usernameKey } from '../../accounts/user/username.ts'
import type { RunLimited } from '../../foundation/runtime/concurrency-limit.ts'
import type { LoginMethod, VerifiedLogin } from '../login/login-method.ts'
import type { LoginThrottle } from '../login/login-throttle.ts'
import { hashOfSecret } from './service-secret.ts'

interface ServiceMethodOptions {
  readonly serviceAccounts: Pick<ServiceAccountStore, 'findBySecret' | 'recordUse'>
  readonly accounts: Pick<AccountStore, 'find'>
  readonly requiresSecondFactor: (roleKey: string) => boolean
  readonly throttle: Pick<LoginThrottle, 'attemptStep'>
  readonly limit: RunLimited
  readonly tokenLifetimeSeconds: number
  readonly now: () => number
}

/** Creates the login method of programs: the name of a service account and one of its secrets. */
export function createServiceMethod(options: ServiceMethodOptions): LoginMethod {
  const { serviceAccounts, accounts, requiresSecondFactor, throttle, limit, now } = options

  return {
    name: 'service',
    // Nobody guesses a secret of 256 random bits, and a program cannot read a picture.
    hasCaptcha: false,
    throttle,
    limit,
    async begin({ username, secret }, { address }) {
      return { username, verify: () => verify({ username, secret, address }) }
    },
  }

  async function verify(given: {
    readonly username: string
    readonly secret: string
    readonly address: string
  }): Promise<VerifiedLogin | undefined> {
    const found = await serviceAccounts.findBySecret(hashOfSecret(given.secret))
    if (!found) return undefined
    const account = await accounts.find(found.userId)
    if (!account?.enabled || usernameKey(account.username) !== usernameKey(given.username)) return undefined
    if (account.roleKey === ADMIN_ROLE_KEY || requiresSecondFactor(account.roleKey)) return undefined
    if (!isAllowedAddress(found.networks, given.address)) return undefined
    if (!(await accounts.find(found.ownerId))?.enabled) return undefined
    const tokenLifetimeSeconds = lifetimeUntil(found.expiresAt)
    if (tokenLifetimeSeconds <= 0) return undefined
    await serviceAccounts.recordUse(found.secretId, now())
    return { account: { ...account, tokenLifetimeSeconds }, hasSecondFactor: true }
  }

  /** No token outlives the account. */
  function lifetimeUntil(expiresAt: number): number {
    const usual = options.tokenLifetimeSeconds
    return expiresAt === 0 ? usual : Math.min(usual, Math.floor((expiresAt - now()) / 1000))
  }
}
