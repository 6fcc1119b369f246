import { createRoleRights } from '../../../core/operations/administration-rights.ts'
import { HASH_LIMIT, isPasswordHash } from '../../../core/password/hash-function.ts'
import type { StoredHashStore } from '../../../core/password/stored-hash.store.ts'
import type { NamedRole } from '../../../core/role/named-role.ts'
import { jwt as jwtSettings } from '../../../core/settings/security.ts'
import { SERVICE_METHOD } from '../../../core/user/service-account.ts'
import { type Finding, ok, problem, problemOfMessage, warning } from '../../../platform/cli/output/finding.ts'
import { textOfError } from '../../../platform/cli/output/report-failure.ts'
import type { Database } from '../../../platform/database/database.ts'
import { readCaFile } from '../../../platform/settings/file/ca-file.ts'
import { counted } from '../../../platform/text/counted.ts'
import { problemOfConfirmers } from '../../approval/four-eyes/confirmers.ts'
import { createSuspensionStore, type SuspendedUser } from '../../approval/four-eyes/suspension.store.ts'
import {
  type LoginCodeSettings,
  problemsOfCodeSenders,
  sendsMessages,
} from '../../login/messages/login-code.ts'

const USERS_PER_PAGE = 10_000
const MAX_NAMES = 5

/** Reports users who cannot log in with a password, because their stored hash is not accepted. */
export async function checkPasswordHashes(store: Pick<StoredHashStore, 'page'>): Promise<readonly Finding[]> {
  const names: string[] = []
  let page = await store.page(0, USERS_PER_PAGE)
  for (let last = page.at(-1); last; last = page.at(-1)) {
    for (const { username, hash } of page) {
      // Users without a password log in with another method.
      if (hash !== '' && !isPasswordHash(hash)) names.push(username)
    }
    page = await store.page(last.id, USERS_PER_PAGE)
  }
  if (names.length === 0) return [ok('the stored password hashes of all users are accepted')]
  const others = names.length - MAX_NAMES
  const shown = names.slice(0, MAX_NAMES).map((name) => JSON.stringify(name))
  const list = [...shown, ...(others > 0 ? [`${others} more`] : [])].join(', ')
  return [
    warning(
      `${counted(names.length, 'user')} cannot log in with a password, because the stored hash is not accepted: ${list}`,
      `Set a new password: castellan user passwd NAME. Accepted: ${HASH_LIMIT.en}.`,
    ),
  ]
}

/** Checks that the password for the first start does not stay in the environment. */
export function checkPasswordVariable(hasAdmin: boolean, env: NodeJS.ProcessEnv): readonly Finding[] {
  const variable = ['CASTELLAN_ADMIN_PASSWORD', 'CASTELLAN_ADMIN_PASSWORD_FILE'].find((name) => env[name])
  if (variable === undefined || !hasAdmin) return []
  return [
    warning(
      `the variable ${variable} is still set, although only the first start reads it`,
      'Remove it from the environment of the service, and change the password if others may have read it.',
    ),
  ]
}

type SenderSettings = Parameters<typeof sendsMessages>[0] & { readonly code: LoginCodeSettings }

/** Checks what the senders of one-time codes and links need to start. Returns nothing if neither is enabled. */
export function checkCodeSenders(login: SenderSettings): readonly Finding[] {
  if (!sendsMessages(login)) return []
  const { code } = login
  const found = problemsOfCodeSenders(code)
  if (found.length > 0) return found.map(({ key, problem }) => problemOfMessage(`${key} ${problem}`))
  try {
    readCaFile('login.code.smtp.caFile', code.smtp.caFile)
  } catch (error) {
    return [problemOfMessage(textOfError(error))]
  }
  return [ok(`the settings of login.code are complete for ${code.channels.join(' and ')}`)]
}

interface ProviderSettings {
  readonly methods: readonly string[]
  readonly oidc?: {
    readonly providers: readonly { readonly name: string; readonly assumeVerified: boolean }[]
  }
}

/** Reports the identity providers whose e-mail addresses and phone numbers count without a confirmation. */
export function checkIdentityProviders({ methods, oidc }: ProviderSettings): readonly Finding[] {
  if (!oidc || !methods.includes('oidc')) return []
  return oidc.providers
    .filter(({ assumeVerified }) => assumeVerified)
    .map(({ name }) =>
      warning(
        `the identity provider ${name} has assumeVerified: e-mail addresses and phone numbers are used although the provider does not confirm that they belong to the user`,
        'Make sure that users cannot choose their address at the provider, or map roles to groups and remove assumeVerified.',
      ),
    )
}

interface AudienceSettings {
  readonly jwt: { readonly issuer: string }
  readonly login: { readonly methods: readonly string[] }
}

/** Reports an issuer that other installations have too. It is the audience of the assertions of service accounts. */
export function checkAssertionAudience({ jwt, login }: AudienceSettings): readonly Finding[] {
  if (!login.methods.includes(SERVICE_METHOD) || jwt.issuer !== jwtSettings.issuer.default) return []
  return [
    warning(
      `jwt.issuer is "${jwt.issuer}", the default: an assertion of a service account is also valid at other installations with this issuer, if they have an account with the same name and key`,
      'Set jwt.issuer to a name of this installation, such as its URL, and let programs use it as the audience. Tokens with the old issuer are refused: all users log in again.',
    ),
  ]
}

/** The settings with which directories and identity providers grant roles. */
const MAPPINGS = /^login\.(?:ldap|oidc)\./

interface FourEyesState {
  readonly operations: readonly string[]
  /** How many users have the role `admin` without an end and are enabled, or suspended. */
  readonly admins: number
  readonly named: readonly NamedRole[]
}

/** Reports too few administrators, suspended ones, and the mappings that grant administration rights without a second administrator. */
export async function checkFourEyes(
  database: Database,
  { operations, admins, named }: FourEyesState,
): Promise<readonly Finding[]> {
  const suspended = (await createSuspensionStore(database).list()).map(suspensionFinding)
  if (operations.length === 0) return suspended
  const rightsOf = createRoleRights(database)
  const tooFew = problemOfConfirmers(admins)
  const confirmers = tooFew ? problem(tooFew.found, tooFew.fix) : ok(`${admins} admins confirm changes`)
  const findings = [confirmers, ...suspended]
  for (const { key, roleKey } of named) {
    if (!MAPPINGS.test(key) || (await rightsOf(roleKey)) === 'none') continue
    findings.push(
      warning(
        `${key} grants the role ${JSON.stringify(roleKey)} with administration rights, which no second administrator confirms`,
        'Make sure that two people decide about it at the directory or the identity provider, or map another role.',
      ),
    )
  }
  return findings
}

function suspensionFinding({ username, withUsername }: SuspendedUser): Finding {
  return warning(
    `user ${username} is suspended together with ${withUsername}, and disabled until somebody decides`,
    `another admin decides in the console, or use on this machine: castellan user restore ${username}, or castellan user keep-disabled ${username}`,
  )
}
