import { login } from '../core/settings/login.ts'
import { captcha, cors, jwt, password, permission, rateLimit, session } from '../core/settings/security.ts'
import { application, cluster, database, logger, redis } from '../core/settings/service.ts'
import type { Group, InputOf, ValuesOf } from '../platform/settings/setting.ts'
import { accessRequests } from './approval/access-requests/access-requests-settings.ts'
import { fourEyes } from './approval/four-eyes/four-eyes-settings.ts'
import { ldap } from './login/ldap/settings/ldap.ts'
import { loginCode } from './login/messages/login-code.ts'
import { oidc } from './login/oidc/oidc-settings.ts'
import { passkey } from './login/passkeys/passkey-settings.ts'
import { passwordLink } from './login/password-links/password-link-settings.ts'
import { secondFactor } from './login/second-factor/second-factor-settings.ts'
import { serviceAccount } from './login/service-accounts/service-account-settings.ts'
import { events } from './monitoring/events/events-settings.ts'
import { webhooks } from './monitoring/events/webhooks-settings.ts'
import { logVerification } from './monitoring/log-verification/log-verification-settings.ts'
import { metrics } from './monitoring/metrics/metrics-settings.ts'
import { tracing } from './monitoring/tracing/tracing-settings.ts'
import { explain } from './policy/explain/explain-settings.ts'
import { usage } from './policy/usage/usage-settings.ts'
import { apiDocs } from './web/api-docs/api-docs-settings.ts'
import { consoleSettings } from './web/console/console-settings.ts'
import { forwardAuth } from './web/forward-auth/forward-auth-settings.ts'
import { gateway } from './web/gateway/gateway-settings.ts'
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
  administration: { ...accessRequests, fourEyes },
  permission,
  cors,
  rateLimit,
  gateway: { ...forwardAuth, ...gateway },
  logger,
  explain,
  usage,
  metrics,
  tracing,
  events: { ...events, ...logVerification, ...webhooks },
} satisfies Group

/** All settings with their values, deeply frozen. */
export type Settings = ValuesOf<typeof declarations>

type Keys = InputOf<typeof declarations>

/** The same keys, all optional. As in the settings file, all of them may be under the key `settings`. */
export type SettingsInput = Keys | { readonly settings: Keys }
