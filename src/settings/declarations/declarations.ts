import { ldap } from '../ldap.ts'
import { loginCode } from '../login-code.ts'
import type { Group, InputOf, ValuesOf } from '../setting.ts'
import { accessRequests } from './access-requests.ts'
import { apiDocs } from './api-docs.ts'
import { consoleSettings } from './console.ts'
import { events } from './events.ts'
import { explain } from './explain.ts'
import { forwardAuth } from './forward-auth.ts'
import { fourEyes } from './four-eyes.ts'
import { gateway } from './gateway.ts'
import { logVerification } from './log-verification.ts'
import { login } from './login.ts'
import { menus } from './menus.ts'
import { metrics } from './metrics.ts'
import { oidc } from './oidc.ts'
import { passkey } from './passkey.ts'
import { passwordLink } from './password-link.ts'
import { secondFactor } from './second-factor.ts'
import { captcha, cors, jwt, password, permission, rateLimit, session } from './security.ts'
import { application, cluster, database, logger, redis } from './service.ts'
import { serviceAccount } from './service-account.ts'
import { tracing } from './tracing.ts'
import { usage } from './usage.ts'
import { webhooks } from './webhooks.ts'

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
