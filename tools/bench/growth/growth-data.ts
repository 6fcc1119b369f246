import { type RawBuilder, sql } from 'kysely'
import { openDatabase, type RootDatabase } from '../../../src/platform/database/database.ts'
import { openContext } from '../../../test/support/context.ts'
import { MAX_ROLES, makeRules, roleKeyOf } from '../rules.ts'

/** How much a database contains. */
export interface Size {
  readonly users: number
  readonly rules: number
  readonly logEntries: number
}

export const ADMIN = { username: 'admin', password: 'the admin of the benchmark' }
export const CLERK = { username: 'somebody', password: 'a user without admin role' }
/** What the measured user may call. */
export const ALLOWED_ROUTE = '/api/v1/exclusion'

/** One statement inserts a million rows. */
const STATEMENT_MS = 3_600_000
const LIMITS = {
  connectMilliseconds: STATEMENT_MS,
  statementMilliseconds: STATEMENT_MS,
  idleTransactionMilliseconds: STATEMENT_MS,
}
const ROWS_PER_STATEMENT = 1000
const WEEK_MS = 7 * 24 * 60 * 60 * 1000

/** Fills an empty database on SQLite or PostgreSQL, nearly all of it with one statement per table. */
export async function fillDatabase(url: string, size: Size): Promise<void> {
  const context = await openContext(url)
  for (let role = 0; role < MAX_ROLES; role++) {
    const roleKey = roleKeyOf(role)
    await context.roleAdministration.add({ roleKey, roleName: roleKey, dataScope: '5' })
  }
  await context.userAdministration.add({ ...ADMIN, roleKey: 'admin' })
  await context.userAdministration.add({ ...CLERK, roleKey: roleKeyOf(0) })
  await context.policyAdministration.add([{ roleKey: roleKeyOf(0), path: ALLOWED_ROUTE, method: 'GET' }])
  await context.close()

  const { database, close } = await openDatabase(url, { limits: LIMITS })
  try {
    await database.transaction().execute(async (transaction) => {
      await insertUsers(transaction, size.users)
      await insertLoginLog(transaction, size.logEntries)
      await insertAuditLog(transaction, size.logEntries)
      await insertRules(transaction, size.rules)
    })
    // As servers do by themselves after a while.
    await sql`analyze`.execute(database)
  } finally {
    await close()
  }
}

/** The numbers from 0, as `numbers.n`. */
function upTo(count: number): RawBuilder<unknown> {
  return sql`
    (with recursive counted (n) as
      (select 0 union all select n + 1 from counted where n < ${sql.lit(count - 1)})
    select n from counted) as numbers`
}

async function insertUsers(database: RootDatabase, count: number): Promise<void> {
  const { id: role } = await database
    .selectFrom('roles')
    .select('id')
    .where('role_key', '=', roleKeyOf(1))
    .executeTakeFirstOrThrow()
  const now = sql.lit(Date.now())
  await sql`
    insert into users (username, username_key, password_hash, nick_name, email, phone, role_id, status, remark,
      created_at, updated_at)
    select concat('user', n), concat('user', n), concat('$argon2id$v=19$m=19456,t=2,p=1$salt$', n),
      concat('Given', n % 1000, ' Family', n % 7919), concat('user', n, '@example.com'), concat('+49 ', n),
      ${sql.lit(role)}, '2', '', ${now}, ${now}
    from ${upTo(count)}`.execute(database)
  const added = sql`from users where id not in (select id from user_search)`
  await sql`
    insert into user_search (id, search_text)
    select id, concat(username, ${sql.lit('\n')}, lower(nick_name), ${sql.lit('\n')}, email) ${added}`.execute(
    database,
  )
  await sql`insert into user_logins (id, logged_in_at) select id, ${now} from users`.execute(database)
  await sql`
    update counters set value = (select count(*) from users) where id = 'users'`.execute(database)
}

/** A tenth of the attempts of a week failed. */
async function insertLoginLog(database: RootDatabase, count: number): Promise<void> {
  const [start, step] = [Date.now() - WEEK_MS, Math.floor(WEEK_MS / count)]
  await sql`
    insert into login_log (entry_key, username, status, ipaddr, login_location, browser, os, platform, login_time,
      remark, msg, reason, method, position, hash)
    select concat('key ', n), concat('user', n % 20000), case when n % 10 = 0 then '1' else '2' end,
      concat('10.0.', n % 17, '.', n % 251), '', 'Firefox 120', 'Linux', 'desktop',
      ${sql.lit(start)} + n * ${sql.lit(step)}, 'Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101', '',
      case when n % 10 > 0 then 'logged-in' when n % 30 = 0 then 'captcha-wrong' else 'credentials-wrong' end,
      'password', n + 1, 'none'
    from ${upTo(count)}`.execute(database)
  await sql`
    insert into login_log_hours (hour, status, reason, count)
    select login_time - login_time % 3600000, status, reason, count(*) from login_log
    group by login_time - login_time % 3600000, status, reason`.execute(database)
  await moveHead(database, 'login_log', count)
}

/** After the entries of the changes above. */
async function insertAuditLog(database: RootDatabase, count: number): Promise<void> {
  const { position } = await database
    .selectFrom('log_chains')
    .select('position')
    .where('id', '=', 'audit_log')
    .executeTakeFirstOrThrow()
  const [start, step] = [Date.now() - WEEK_MS, Math.floor(WEEK_MS / count)]
  await sql`
    insert into audit_log (id, made_at, operator_id, operator, source, ipaddr, request_id, action, target_kind,
      target_id, target, ${sql.ref('before')}, ${sql.ref('after')}, user_id, hash)
    select n + ${sql.lit(position + 1)}, ${sql.lit(start)} + n * ${sql.lit(step)}, n % 20,
      concat('operator ', n % 20), 'http', '10.0.0.1', '', 'user.update', 'user', n % 3000, '', '', '', n % 3000, 'none'
    from ${upTo(count)}`.execute(database)
  await moveHead(database, 'audit_log', position + count)
}

async function moveHead(database: RootDatabase, id: string, position: number): Promise<void> {
  await database.updateTable('log_chains').set({ position, hash: 'none' }).where('id', '=', id).execute()
}

/** Each rule was used, so that previews and reports have something to compare. */
async function insertRules(database: RootDatabase, count: number): Promise<void> {
  const rules = makeRules(count)
  const at = Date.now()
  for (let from = 0; from < rules.length; from += ROWS_PER_STATEMENT) {
    const batch = rules.slice(from, from + ROWS_PER_STATEMENT)
    await database
      .insertInto('policy_rules')
      .values(batch.map(({ roleKey, path, method }) => ({ role_key: roleKey, path, method })))
      .execute()
    const used = batch.map(({ roleKey, path, method }, index) => ({
      id: `used ${from + index}`,
      role_key: roleKey,
      method: method === '*' ? 'GET' : method,
      route: path,
      allowed: 1,
      count: 1,
      first_used_at: at,
      last_used_at: at,
    }))
    await database.insertInto('permission_usage').values(used).execute()
  }
}
