import { BEGINNING } from '../../hash-chain/link.ts'
import { linkLoginLogEntry } from '../../login-log/login-log-link.ts'
import type { MigrationContext } from '../migration.ts'

const ROWS_AT_ONCE = 1000

/** Gives the entries that were written before there were links their places and hashes, in the order of their ids. */
export async function chainLoginLog({ database }: MigrationContext): Promise<void> {
  let link = BEGINNING
  let id = 0
  for (;;) {
    const rows = await database
      .selectFrom('login_log')
      .selectAll()
      .where('id', '>', id)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute()
    for (const row of rows) {
      link = linkLoginLogEntry(link, row)
      id = row.id
      await database
        .updateTable('login_log')
        .set({ position: link.position, hash: link.hash })
        .where('id', '=', row.id)
        .execute()
    }
    if (rows.length < ROWS_AT_ONCE) break
  }
  await database
    .updateTable('log_chains')
    .set({ ...link })
    .where('id', '=', 'login_log')
    .execute()
}
