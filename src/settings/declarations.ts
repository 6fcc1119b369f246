import { application } from './declared/application.ts'
import { captcha } from './declared/captcha.ts'
import { cluster } from './declared/cluster.ts'
import { consoleSettings } from './declared/console.ts'
import { cors } from './declared/cors.ts'
import { database } from './declared/database.ts'
import { jwt } from './declared/jwt.ts'
import { logger } from './declared/logger.ts'
import { login } from './declared/login.ts'
import { menus } from './declared/menus.ts'
import { password } from './declared/password.ts'
import { permission } from './declared/permission.ts'
import { rateLimit } from './declared/rate-limit.ts'
import { redis } from './declared/redis.ts'
import { session } from './declared/session.ts'
import type { Group, InputOf, ValuesOf } from './setting.ts'

/**
 * Every setting, declared once: its type, its checks, its variable (`CASTELLAN_` and the path in capitals), `--set`
 * and docs/settings.md follow from it. Add a setting to its group, or a group to this table, and run
 * `npm run docs`.
 */
export const declarations = {
  application,
  logger,
  jwt,
  database,
  redis,
  cluster,
  captcha,
  login,
  session,
  password,
  rateLimit,
  cors,
  permission,
  console: consoleSettings,
  menus,
} satisfies Group

/** All settings with their values, frozen to the last list entry. */
export type Settings = ValuesOf<typeof declarations>

type Keys = InputOf<typeof declarations>

/** The same keys, every one of them optional; as in the file, all of it may stand under `settings`. */
export type SettingsInput = Keys | { readonly settings: Keys }
