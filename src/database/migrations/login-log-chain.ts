import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { MigrationContext } from './context.ts'

const ROWS_PER_BATCH = 1000

interface LoginLogRow {
  readonly id: number
  readonly entry_key: string
  readonly username: string
  readonly status: string
  readonly ipaddr: string
  readonly login_location: string
  readonly browser: string
  readonly os: string
  readonly platform: string
  readonly login_time: number
  readonly remark: string
  readonly msg: string
}

interface Link {
  readonly position: number
  readonly hash: string
}

/** Gives the entries that were written before there was a hash chain their positions and hashes, in the order of their ids. */
export async function chainLoginLog({ database }: MigrationContext): Promise<void> {
  let link: Link = { position: 0, hash: '' }
  let id = 0
  for (;;) {
    const { rows } = await sql<LoginLogRow>`
      select * from login_log where id > ${id} order by id limit ${sql.lit(ROWS_PER_BATCH)}`.execute(database)
    for (const row of rows) {
      link = nextLink(link, row)
      id = row.id
      await sql`
        update login_log set position = ${link.position}, hash = ${link.hash} where id = ${id}`.execute(
        database,
      )
    }
    if (rows.length < ROWS_PER_BATCH) break
  }
  await sql`
    update log_chains set position = ${link.position}, hash = ${link.hash} where id = 'login_log'`.execute(
    database,
  )
}

/** Version 1 of the hash chain of the login log, as it was when this migration was released. */
function nextLink(previous: Link, row: LoginLogRow): Link {
  const position = previous.position + 1
  const fields = [
    previous.hash,
    position,
    row.entry_key,
    row.username,
    row.status,
    row.ipaddr,
    row.login_location,
    row.browser,
    row.os,
    row.platform,
    row.login_time,
    row.remark,
    row.msg,
  ]
  return { position, hash: hash('sha256', JSON.stringify(fields), 'hex') }
}
