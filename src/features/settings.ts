import type { NamedDepartment } from '../core/department/named-department.ts'
import type { NamedRole } from '../core/role/named-role.ts'
import { type Combination, type StrongSecret, strongSecretCombination } from '../core/settings/combination.ts'
import { CORE_COMBINATIONS } from '../core/settings/combinations.ts'
import { login } from '../core/settings/login.ts'
import { captcha, cors, jwt, password, permission, rateLimit, session } from '../core/settings/security.ts'
import { application, cluster, database, logger, redis } from '../core/settings/service.ts'
import type { Group, InputOf, ValuesOf } from '../platform/settings/setting.ts'
import { accessRequests, namedRolesOfRequests } from './approval/access-requests/access-requests-settings.ts'
import { fourEyes } from './approval/four-eyes/four-eyes-settings.ts'
import { ldap } from './login/ldap/settings/ldap.ts'
import { LDAP_COMBINATIONS } from './login/ldap/settings/ldap-combinations.ts'
import { namedDepartmentsOfLdap, namedRolesOfLdap } from './login/ldap/settings/ldap-mappings.ts'
import { loginCode, STANDALONE_MESSAGE_COMBINATIONS } from './login/messages/login-code.ts'
import { oidc } from './login/oidc/oidc-settings.ts'
import { OIDC_COMBINATIONS } from './login/oidc/settings/oidc-combinations.ts'
import { namedDepartmentsOfOidc, namedRolesOfOidc } from './login/oidc/settings/oidc-mappings.ts'
import { PASSKEY_COMBINATIONS } from './login/passkeys/passkey-combinations.ts'
import { passkey } from './login/passkeys/passkey-settings.ts'
import { PASSWORD_LINK_COMBINATIONS, passwordLink } from './login/password-links/password-link-settings.ts'
import {
  namedRolesOfSecondFactor,
  SECOND_FACTOR_SECRETS,
  secondFactor,
} from './login/second-factor/second-factor-settings.ts'
import { serviceAccount } from './login/service-accounts/service-account-settings.ts'
import { eventSettings } from './monitoring/events/events-settings.ts'
import { webhooks } from './monitoring/events/webhooks-settings.ts'
import { logVerification } from './monitoring/log-verification/log-verification-settings.ts'
import { metrics } from './monitoring/metrics/metrics-settings.ts'
import { tracing } from './monitoring/tracing/tracing-settings.ts'
import { explain } from './policy/explain/explain-settings.ts'
import { usage } from './policy/usage/usage-settings.ts'
import { apiDocs } from './web/api-docs/api-docs-settings.ts'
import { consoleSettings } from './web/console/console-settings.ts'
import { FORWARD_AUTH_SECRETS, forwardAuth } from './web/forward-auth/forward-auth-settings.ts'
import { GATEWAY_COMBINATIONS } from './web/gateway/gateway-combinations.ts'
import { upstreams } from './web/gateway/gateway-settings.ts'
import { compatibility } from './web/go-admin-front-end/go-admin-front-end-settings.ts'
import { menus } from './web/menus/menus-settings.ts'

/**
 * Every setting is declared once, in the order of use. Its type, checks, environment variable (`CASTELLAN_` and the path in capitals),
 * `--set` key and documentation are derived from the declaration. After a change run `npm run docs`.
 */
export const declarations = {
  application,
  console: consoleSettings,
  apiDocs,
  menus,
  compatibility,
  database,
  redis,
  cluster,
  jwt,
  session,
  login: {
    ...login,
    ldap,
    passkey,
    oidc,
    code: loginCode,
    passwordLink,
    secondFactor,
    service: serviceAccount,
  },
  captcha,
  password,
  administration: {
    ...accessRequests,
    fourEyes,
  },
  permission,
  cors,
  rateLimit,
  gateway: {
    ...forwardAuth,
    ...upstreams,
  },
  logger,
  explain,
  usage,
  metrics,
  tracing,
  events: {
    ...eventSettings,
    ...logVerification,
    ...webhooks,
  },
} satisfies Group

/** All settings with their values, deeply frozen. */
export type Settings = ValuesOf<typeof declarations>

type Keys = InputOf<typeof declarations>

/** The same keys, all optional. As in the settings file, all of them may be under the key `settings`. */
export type SettingsInput = Keys | { readonly settings: Keys }

/** The secrets that must be strong. */
export const STRONG_SECRETS: readonly StrongSecret<Settings>[] = [
  { key: 'jwt.secret', of: ({ jwt }) => jwt.secret },
  ...FORWARD_AUTH_SECRETS,
  ...SECOND_FACTOR_SECRETS,
]

/** What every service requires of several settings together. */
export const COMBINATIONS: readonly Combination<Settings>[] = [
  ...STRONG_SECRETS.map(strongSecretCombination),
  ...CORE_COMBINATIONS,
  ...LDAP_COMBINATIONS,
  ...PASSKEY_COMBINATIONS,
  ...OIDC_COMBINATIONS,
  ...PASSWORD_LINK_COMBINATIONS,
  ...GATEWAY_COMBINATIONS,
]

/** What `castellan serve` requires. */
export const STANDALONE_COMBINATIONS: readonly Combination<Settings>[] = [
  ...COMBINATIONS,
  ...STANDALONE_MESSAGE_COMBINATIONS,
]

type FindNamed<Named> = (
  settings: Settings,
  isEnabled: (method: Settings['login']['methods'][number]) => boolean,
) => readonly Named[]

/** Each returns the roles that settings name. */
export const NAMED_ROLES: readonly FindNamed<NamedRole>[] = [
  namedRolesOfSecondFactor,
  namedRolesOfLdap,
  namedRolesOfOidc,
  namedRolesOfRequests,
]

/** Each returns the departments that settings name. */
export const NAMED_DEPARTMENTS: readonly FindNamed<NamedDepartment>[] = [
  namedDepartmentsOfLdap,
  namedDepartmentsOfOidc,
]
