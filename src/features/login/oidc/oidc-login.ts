import { createHash, randomBytes } from 'node:crypto'
import type { BegunLogin, LoginMethod, MethodRequest } from '../../../core/login/login-method.ts'
import type { PendingLogins } from '../../../core/login/pending-login.ts'
import { textOf } from '../../../core/login/unvalidated-field.ts'
import { problemOfDetails, type UserDetails } from '../../../core/user/user.ts'
import { MAX_SUBJECT_LENGTH } from '../../../core/user/user-link.store.ts'
import { isStorable } from '../../../platform/database/query/stored-text.ts'
import { InvalidParameters, Refusal } from '../../../platform/refusal/refusal.ts'
import { createOutageLog } from '../../../platform/runtime/outage-log.ts'
import { isSameText } from '../../../platform/text/constant-time.ts'
import type { ExternalAccounts } from '../external-accounts/external-account.ts'
import { claimText, departmentOf, meets, roleKeyOf, verifiedClaims } from './providers/claims.ts'
import type { LoginSecrets, Provider, ProviderIdentity } from './providers/provider.ts'
import { describeProviderError, isOutage, ProviderRefusal } from './providers/provider-error.ts'
import type { Json } from './providers/provider-response.ts'
import { type ClaimCondition, CONFIRMED_CLAIMS } from './settings/oidc-claims.ts'
import { MAX_ISSUER_LENGTH, type OidcProviderSetting } from './settings/oidc-provider.ts'

export type OidcLogin = ReturnType<typeof createOidcLogin>

interface OidcLoginOptions {
  readonly providers: readonly { readonly setting: OidcProviderSetting; readonly provider: Provider }[]
  readonly pendingLogins: PendingLogins
  readonly externalAccounts: Pick<ExternalAccounts, 'login'>
  /** Returns the name of the user who is linked to an account of a provider. */
  readonly usernameOf: (issuer: string, subject: string) => Promise<string | undefined>
  readonly lifetimeSeconds: number
  /** Called with texts for the log of the service. */
  readonly onProblem: (text: string) => void
}

const RANDOM_BYTES = 32
const REFUSED: BegunLogin = { username: '', verify: async () => undefined }

/**
 * Creates the login method `oidc`. State, nonce and code verifier stay on the server, and one login takes them, once.
 * See docs/decisions/0041-openid-connect.md.
 */
export function createOidcLogin(options: OidcLoginOptions) {
  const { pendingLogins, externalAccounts, lifetimeSeconds, onProblem } = options
  const providers = new Map(
    options.providers.map(({ setting, provider }) => [
      setting.name,
      {
        setting,
        provider,
        outage: createOutageLog((error) =>
          onProblem(
            `the identity provider ${setting.name} is not available: ${describeProviderError(error)}`,
          ),
        ),
      },
    ]),
  )

  function find(name: string) {
    const found = providers.get(name)
    if (found === undefined) throw new InvalidParameters(PROVIDER_UNKNOWN)
    return found
  }

  /** Returns the result, or undefined if the provider's response is not acceptable. Throws if the provider is not available. */
  async function ask<T>(name: string, request: () => Promise<T>): Promise<T | undefined> {
    const { outage, setting } = find(name)
    try {
      const result = await request()
      outage.recovered()
      return result
    } catch (error) {
      if (isOutage(error)) {
        outage.failed(error)
        throw new Refusal('provider-unavailable', { provider: setting.label })
      }
      if (!(error instanceof ProviderRefusal)) throw error
      onProblem(`a login with the identity provider ${name} is refused: ${describeProviderError(error)}`)
      return undefined
    }
  }

  async function begin({ code, body, browser }: MethodRequest): Promise<BegunLogin> {
    const state = textOf(body, 'state')
    const pending = readPending(await pendingLogins.take('oidc', idOfState(state)))
    // A state that was started in another browser: somebody else would be logged in here. The throttle does not count
    // requests without a valid state, because anybody can send them without a captcha.
    if (pending === undefined || !isSameText(pending.browserHash, hashOf(browser))) {
      throw new Refusal('credentials-wrong')
    }
    const found = providers.get(pending.provider)
    if (found === undefined) return REFUSED
    const { setting, provider } = found
    const secrets: LoginSecrets = { state, nonce: pending.nonce, verifier: pending.verifier }
    const identity = await ask(setting.name, async () =>
      checked(await provider.identityOf({ code, iss: textOf(body, 'iss') }, secrets)),
    )
    return identity === undefined ? REFUSED : beginFor(setting, identity)
  }

  async function beginFor(setting: OidcProviderSetting, identity: ProviderIdentity): Promise<BegunLogin> {
    const { name, requiredClaims, roles, departments } = setting
    const claims = verifiedClaims(identity.claims, setting)
    const { issuer, subject } = identity
    const claimed = claimText(claims, setting.usernameClaim)
    const linked = await options.usernameOf(issuer, subject)
    return {
      username: linked ?? claimed,
      async verify() {
        const unmet = requiredClaims.find((condition) => !meets(claims, condition))
        const roleKey = unmet === undefined ? roleKeyOf(claims, setting) : undefined
        const deptId = departmentOf(claims, departments)
        if (roleKey === undefined) {
          const problem = unconfirmedClaim([...requiredClaims, ...roles], identity.claims, claims)
          if (problem) onProblem(`a login with the identity provider ${name} is refused: ${problem}`)
        } else if (departmentOf(identity.claims, departments) !== deptId) {
          const problem = unconfirmedClaim(departments, identity.claims, claims)
          reportOnce(`a mapping of the identity provider ${name} to a department is ignored: ${problem}`)
        }
        const account = await externalAccounts.login(
          { method: 'oidc', issuer, subject, username: claimed, ...detailsOf(claims), roleKey, deptId },
          // Somebody who has the same name at the provider is not the same person.
          { createUser: setting.createUsers, linkExisting: false },
        )
        return account && { account, hasSecondFactor: setting.checksSecondFactor }
      },
    }
  }

  const reported = new Set<string>()
  /** Reports what does not refuse a login, so that it is not in the log for each of them. */
  function reportOnce(problem: string): void {
    if (!reported.has(problem)) onProblem(problem)
    reported.add(problem)
  }

  const method: LoginMethod = { name: 'oidc', hasCaptcha: false, begin }

  return {
    /** Throws `invalid-parameters` if there is no such provider. */
    requireProvider: (name: string) => void find(name),

    /**
     * Starts a login. The caller has checked the captcha. Returns where the browser logs in, and the value of the cookie that
     * binds the login to the browser.
     */
    async start(name: string) {
      const { provider } = find(name)
      const browser = randomBytes(RANDOM_BYTES).toString('base64url')
      const nonce = randomBytes(RANDOM_BYTES).toString('base64url')
      const verifier = randomBytes(RANDOM_BYTES).toString('base64url')
      const pending: PendingOidcLogin = { provider: name, nonce, verifier, browserHash: hashOf(browser) }
      const state = stateOfId(await pendingLogins.create('oidc', pending, lifetimeSeconds))
      const url = await ask(name, () => provider.authorizationUrl({ state, nonce, verifier }))
      if (url === undefined) throw new Refusal('provider-unavailable', { provider: find(name).setting.label })
      return { url: url.href, browser, lifetimeSeconds }
    },

    method,
  }
}

const PROVIDER_UNKNOWN = {
  field: 'provider',
  en: 'provider must be one of the identity providers; GET /api/v1/app-config lists them.',
  zh: 'provider 须为已配置的身份提供方之一，见 GET /api/v1/app-config。',
}

/** Describes the claim of the first condition that is met only by a claim that the provider does not confirm. */
function unconfirmedClaim(
  conditions: readonly ClaimCondition[],
  claims: Json,
  confirmed: Json,
): string | undefined {
  const ignored = conditions.find((condition) => meets(claims, condition) && !meets(confirmed, condition))
  if (ignored === undefined) return undefined
  const flag = CONFIRMED_CLAIMS.get(ignored.claim[0] ?? '')
  return `the provider does not confirm its claim ${ignored.claim.join('.')} with the value true of ${flag}`
}

interface PendingOidcLogin {
  readonly provider: string
  readonly nonce: string
  readonly verifier: string
  /** Of the cookie, so that the store alone does not suffice to finish the login. */
  readonly browserHash: string
}

function readPending(data: Json | undefined): PendingOidcLogin | undefined {
  if (data === undefined) return undefined
  const { provider, nonce, verifier, browserHash } = data
  if (typeof provider !== 'string' || typeof nonce !== 'string') return undefined
  if (typeof verifier !== 'string' || typeof browserHash !== 'string') return undefined
  return { provider, nonce, verifier, browserHash }
}

/** The state has only hexadecimal digits, because WeCom documents that it accepts only letters and digits. */
function stateOfId(id: string): string {
  return Buffer.from(id, 'base64url').toString('hex')
}

function idOfState(state: string): string {
  return /^[\da-f]{32}$/.test(state) ? Buffer.from(state, 'hex').toString('base64url') : ''
}

function hashOf(browser: string): string {
  return createHash('sha256').update(browser).digest('base64url')
}

/** Refuses what cannot identify a user: an empty text, or one that the database would cut off. */
function checked(identity: ProviderIdentity): ProviderIdentity {
  const { issuer, subject } = identity
  if (subject === '' || !isStorable(subject) || subject.length > MAX_SUBJECT_LENGTH) {
    throw new ProviderRefusal('the subject is empty, too long or not storable')
  }
  if (issuer.length > MAX_ISSUER_LENGTH) throw new ProviderRefusal('the issuer is too long')
  return identity
}

/** Returns what the account stores. What is missing or not storable stays as it is. */
function detailsOf(claims: Json): UserDetails {
  const details = {
    nickName: claimText(claims, ['name']),
    email: claimText(claims, ['email']),
    phone: claimText(claims, ['phone_number']),
  }
  const isStored = ([field, text]: [string, string]) => text !== '' && !problemOfDetails({ [field]: text })
  return Object.fromEntries(Object.entries(details).filter(isStored))
}
