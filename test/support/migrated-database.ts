import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openDatabase } from '../../src/platform/database/database.ts'

/** Creating the tables takes most of the time of a start. Test files that share modules share this too. */
let migrated: Promise<Buffer> | undefined

/** Writes an SQLite database with all tables and without users to the data folder of a service. Returns its URL. */
export async function writeMigratedDatabase(dataDir: string): Promise<string> {
  migrated ??= createMigratedDatabase()
  const file = join(dataDir, 'castellan.db')
  await writeFile(file, await migrated, { mode: 0o600 })
  return `sqlite:${file}`
}

async function createMigratedDatabase(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'castellan-test-'))
  try {
    const file = join(folder, 'migrated.db')
    const { database, close } = await openDatabase(`sqlite:${file}`)
    await sql`pragma wal_checkpoint(truncate)`.execute(database)
    await close()
    return await readFile(file)
  } finally {
    await rm(folder, { recursive: true })
  }
}
