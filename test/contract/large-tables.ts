import { sql } from 'kysely'
import { expect } from 'vitest'
import type { RootDatabase } from '../../src/platform/database/database.ts'
import { engineOf } from '../../src/platform/database/engines.ts'
import { eventually } from '../support/eventually.ts'
import { AT, addRole } from './stores-data.ts'

const tables = [
  'users',
  'user_search',
  'user_logins',
  'login_log',
  'audit_log',
  'sessions',
  'policy_rules',
  'refusals',
] as const

/** So many rows that the databases choose their ways as they do with a million: 20,000, as every database can count. */
const digits = sql`(select 0 as d ${sql.join(
  [1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => sql`union all select ${sql.lit(digit)}`),
  sql` `,
)})`
const numbers = sql`
  (select a.d + 10 * b.d + 100 * c.d + 1000 * e.d + 10000 * f.d as n
    from ${digits} as a, ${digits} as b, ${digits} as c, ${digits} as e, (select 0 as d union all select 1) as f) as numbers`

/** The department of 20 users, and that of the others. */
export const SMALL_DEPARTMENT = 7
export const LARGE_DEPARTMENT = 8

const at = sql.lit(AT)
const address = sql`concat('10.0.', n % 17, '.', n % 31)`
/** Of other addresses, from 10.0.16.16 on: the digits are hexadecimal. */
const addressKey = sql`concat('40a00', 10 + n % 17, 10 + n % 31)`

/** Fills the tables with a few statements each. Returns the ids of the role that most users have and of one that few have. */
export async function fillTables(database: RootDatabase): Promise<{ most: number; few: number }> {
  const [most, few] = [await addRole(database, 'most'), await addRole(database, 'few')]
  const { roles } = { roles: { most, few } }
  await database.transaction().execute(async (transaction) => {
    await sql`
      insert into users
        (username, username_key, password_hash, nick_name, email, phone, role_id, dept_id, status, remark, created_at, updated_at)
      select concat('user ', (n * 7919) % 20000), concat('user ', (n * 7919) % 20000),
        concat(case when n % 30 = 0 then '$2b$10$' else '$argon2id$v=19$m=19456,t=2,p=1$' end, n), '',
        concat(n, '@example.com'), concat('+49 ', n),
        case when n % 50 = 0 then ${sql.lit(roles.few)} else ${sql.lit(roles.most)} end,
        case when n % 1000 = 7 then ${sql.lit(SMALL_DEPARTMENT)} else ${sql.lit(LARGE_DEPARTMENT)} end,
        case when n % 40 = 3 then '1' else '2' end, '', ${at}, ${at} from ${numbers}`.execute(transaction)
    await sql`
      insert into user_search (id, search_text)
      select id, concat(username, ' ', email) from users`.execute(transaction)
    await sql`insert into user_logins (id, logged_in_at) select id, ${at} from users`.execute(transaction)
    await sql`
      insert into login_log
        (entry_key, username, user_id, status, ipaddr, address_key, login_location, browser, os, platform, login_time, remark, msg, reason, new_network, position, hash)
      select concat('key ', n), concat('user ', case when n % 10 = 0 then 1 else n % 2000 end), n % 2000 + 1,
        case when n % 20 = 0 then '1' else '2' end, ${address}, ${addressKey}, '', 'Firefox', 'Linux', 'desktop', ${at} + n * 1000,
        'a user agent of some length', '',
        case when n % 20 = 0 then 'credentials-wrong' else 'logged-in' end,
        case when n % 50 = 1 then 1 else 0 end, n + 1, 'a hash' from ${numbers}`.execute(transaction)
    await sql`
      insert into audit_log
        (id, made_at, operator_id, operator, source, ipaddr, request_id, action, target_kind, target_id, target, user_id, departments,
          ${sql.ref('before')}, ${sql.ref('after')}, hash)
      select n + 1, ${at} + n * 1000, n % 2000, concat('operator ', n % 20), 'http', ${address}, '',
        case when n % 10 = 0 then 'policy.add' else 'user.update' end,
        case when n % 10 = 0 then 'policy' else 'user' end, n % 3000, '', n % 3000 + 1,
        case n % 1000 when 7 then '7' when 8 then '7,8' else '8' end, '', '', 'a hash' from ${numbers}`.execute(
      transaction,
    )
    await sql`insert into audit_log_departments (departments) values ('7,8')`.execute(transaction)
    await sql`
      insert into sessions (nonce, signer, user_id, role_id, ipaddr, address_key, browser, os, platform, issued_at, expires_at)
      select 'nonce', concat('signer ', case when n % 100 = 0 then 1 else n % 2 * 2 end), users.id, users.role_id, ${address}, ${addressKey},
        case when n % 40 = 0 then 'curl 8.5' else 'Firefox 120.0' end, 'Linux', '', ${at} + n,
        case when n < 1000 then ${at} else ${at} + 3600000 + n end
      from ${numbers} join users on users.email = concat((n * 7919) % 10000, '@example.com')`.execute(
      transaction,
    )
    await sql`
      insert into policy_rules (role_key, path, method)
      select concat('role ', n % 50), concat('/api/v1/things/', n), case when n % 2 = 0 then 'GET' else 'POST' end
      from ${numbers} where n < 5000`.execute(transaction)
    await sql`
      insert into refusals
        (request_id, refused_at, reason, code, method, path, route, pattern, needed_method, needed_path, address,
          user_id, username, role_key, session_id)
      select concat('request ', n), ${at} + n, case when n % 10 = 0 then 'beyond-own-role' else 'permission-denied' end,
        401, 'GET', concat('/things/', n), '', concat('/things/', n % 40), '', '', ${address}, n % 100 + 1,
        concat('user ', n % 100), concat('role ', n % 7), n from ${numbers}`.execute(transaction)
    await sql`
      insert into login_log_removed (id, hash, audit_id) select -n, 'a hash', n from ${numbers} where n < 1000`.execute(
      transaction,
    )
  })
  await gatherStatistics(database)
  return { most, few }
}

/** As servers do by themselves after a while; SQLite does not. */
async function gatherStatistics(database: RootDatabase): Promise<void> {
  const dialect = engineOf(database).sql.name
  if (dialect === 'postgres') await eventually(() => vacuum(database))
  if (dialect !== 'mysql') return
  for (const table of tables) await sql`analyze table ${sql.table(table)}`.execute(database)
}

/** PostgreSQL finds rows by an index alone only once it knows their pages as visible to all, after their commit is on the disk. */
async function vacuum(database: RootDatabase): Promise<void> {
  await sql`vacuum analyze`.execute(database)
  const { rows } = await sql`
    select relname from pg_class where relname in (${sql.join(tables)}) and relallvisible < relpages`.execute(
    database,
  )
  expect(rows).toEqual([])
}
