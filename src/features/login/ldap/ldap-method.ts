import { randomUUID } from 'node:crypto'
import type { LoginMethod, VerifiedLogin } from '../../../core/login/login-method.ts'
import { textOf } from '../../../core/login/unvalidated-field.ts'
import { problemOfUsername, usernameKey } from '../../../core/user/name/username.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import type { RunLimited } from '../../../platform/runtime/concurrency-limit.ts'
import { createOutageLog } from '../../../platform/runtime/outage-log.ts'
import type { ExternalAccounts } from '../external-accounts/external-account.ts'
import { LDAP_ISSUER } from '../external-accounts/external-account.ts'
import type { DirectoryUser } from './directory.ts'
import { accountOf, mappedByGroups } from './directory-account.ts'
import { DirectoryUnavailable, UnusableResult } from './directory-errors.ts'
import type { FoundAccountThrottle } from './found-account-throttle.ts'
import type { LdapSettings, OpenDirectory } from './open-directory.ts'

interface LdapMethodOptions extends OpenDirectory {
  readonly settings: LdapSettings
  readonly accounts: Pick<ExternalAccounts, 'login' | 'endSessions'>
  readonly limit: RunLimited
  /** Counts the failures of an entry, whatever name it was found by. */
  readonly foundAccountThrottle: FoundAccountThrottle
  /** Called with a problem of the directory or of an entry, for the log of the service. */
  readonly onProblem: (error: unknown) => void
  readonly now: () => number
}

/**
 * A refusal takes at least this time, whether the directory has no such user, has disabled it, or refuses the password. It is
 * longer than the few requests take that differ between these.
 */
const MIN_REFUSAL_MS = 500

interface Credentials {
  readonly username: string
  readonly password: string
  readonly address: string
  readonly begunAt: number
}

type Outcome =
  | { readonly kind: 'wrong' }
  | { readonly kind: 'disabled'; readonly user: DirectoryUser }
  | { readonly kind: 'right'; readonly user: DirectoryUser; readonly groups: readonly string[] }

/** Creates the login method that verifies username and password in a directory. See docs/decisions/0040-ldap.md. */
export function createLdapMethod(options: LdapMethodOptions): LoginMethod {
  const { settings, servers, directory, accounts, limit, foundAccountThrottle, onProblem, now } = options
  const outage = createOutageLog(onProblem)

  const ask = ({ username, password, address, begunAt }: Credentials): Promise<Outcome> =>
    servers.use(async (session) => {
      const user = await directory.findByName(session, username)
      const account = user ? `ldap:${user.subject}` : `unknown:${usernameKey(username)}`
      const isRight = await foundAccountThrottle.attempt(
        { account, username, address, begunAt },
        (isAdmitted) => {
          // An unknown user, and an entry that has to wait, cost the same requests as a wrong password.
          const dn = isAdmitted && user ? user.dn : `cn=${randomUUID()},${settings.baseDn}`
          return session.verifyPassword(dn, password)
        },
      )
      if (user?.isDisabled) return { kind: 'disabled', user }
      if (!user || !isRight) return { kind: 'wrong' }
      return { kind: 'right', user, groups: await directory.groupsOf(session, user) }
    })

  const verify = async (credentials: Credentials): Promise<VerifiedLogin | undefined> => {
    const { username, password } = credentials
    // A bind without a password succeeds on many servers. The search has no use for names that no account can have.
    if (password === '' || problemOfUsername(username)) return undefined
    const outcome = await ask(credentials)
    outage.recovered()
    if (outcome.kind === 'wrong') return undefined
    if (outcome.kind === 'disabled') {
      await accounts.endSessions(LDAP_ISSUER, outcome.user.subject)
      return undefined
    }
    const { createUsers: createUser, linkExisting } = settings
    const external = accountOf(outcome.user, mappedByGroups(settings, outcome.groups), settings)
    const account = await accounts.login(external, { createUser, linkExisting })
    return account && { account, hasSecondFactor: false }
  }

  const verifyOrRefuse = async (credentials: Credentials): Promise<VerifiedLogin | undefined> => {
    try {
      return await verify(credentials)
    } catch (error) {
      if (error instanceof UnusableResult) {
        outage.recovered()
        onProblem(error)
        return undefined
      }
      if (!(error instanceof DirectoryUnavailable)) throw error
      outage.failed(error)
      throw new Refusal('provider-unavailable', { provider: 'LDAP' }, { cause: error })
    }
  }

  return {
    name: 'ldap',
    hasCaptcha: true,
    limit,
    minRefusalMs: MIN_REFUSAL_MS,
    async begin({ username, body }, { address }) {
      const credentials = { username, password: textOf(body, 'password'), address, begunAt: now() }
      return { username, verify: () => verifyOrRefuse(credentials) }
    },
  }
}
