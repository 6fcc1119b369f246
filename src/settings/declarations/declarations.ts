import type { Group, InputOf, ValuesOf } from '../setting.ts'
import { login } from './login.ts'
import { events, explain, metrics, tracing, usage } from './observability.ts'
import { administration, captcha, cors, jwt, password, permission, rateLimit, session } from './security.ts'
import {
  apiDocs,
  application,
  cluster,
  consoleSettings,
  database,
  gateway,
  logger,
  menus,
  redis,
} from './service.ts'

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
  login,
  captcha,
  password,
  administration,
  permission,
  cors,
  rateLimit,
  gateway,
  logger,
  explain,
  usage,
  metrics,
  tracing,
  events,
} satisfies Group

/** All settings with their values, deeply frozen. */
export type Settings = ValuesOf<typeof declarations>

type Keys = InputOf<typeof declarations>

/** The same keys, all optional. As in the settings file, all of them may be under the key `settings`. */
export type SettingsInput = Keys | { readonly settings: Keys }
