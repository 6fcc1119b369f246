import { hash } from 'node:crypto'
import type { MigrationContext } from '../migration.ts'

const ROWS_PER_BATCH = 1000

/** The columns that were hashed when this migration was released, in order. */
const HASHED_COLUMNS = [
  'entry_key',
  'username',
  'status',
  'ipaddr',
  'login_location',
  'browser',
  'os',
  'platform',
  'login_time',
  'remark',
  'msg',
] as const

/** Sets the positions and hashes of the entries that were written before the log had a hash chain, in the order of their ids. */
export async function chainLoginLog({ database }: MigrationContext): Promise<void> {
  let link = { position: 0, hash: '' }
  let id = 0
  for (;;) {
    const rows = await database
      .selectFrom('login_log')
      .select(['id', ...HASHED_COLUMNS])
      .where('id', '>', id)
      .orderBy('id')
      .limit(ROWS_PER_BATCH)
      .execute()
    for (const row of rows) {
      const position = link.position + 1
      const fields = HASHED_COLUMNS.map((column) => row[column])
      link = { position, hash: hash('sha256', JSON.stringify([link.hash, position, ...fields]), 'hex') }
      id = row.id
      await database.updateTable('login_log').set(link).where('id', '=', row.id).execute()
    }
    if (rows.length < ROWS_PER_BATCH) break
  }
  await database.updateTable('log_chains').set(link).where('id', '=', 'login_log').execute()
}
