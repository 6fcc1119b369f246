import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openContext, type TestContext } from './context.ts'

/** Changes a new database. */
export type PrepareDatabase = (context: TestContext) => Promise<unknown>

/** Creating the tables takes most of the time of a start. Test files that share modules share this too. */
let migrated: Promise<Buffer> | undefined
const prepared = new WeakMap<PrepareDatabase, Promise<Buffer>>()

/** Writes an SQLite database with all tables and without users to the data folder of a service. Returns its URL. */
export async function writeMigratedDatabase(dataDir: string): Promise<string> {
  migrated ??= contentOf(async () => {})
  return writeDatabase(dataDir, await migrated)
}

/** Writes a migrated database and changes it. Each function runs once: the databases after the first one are copies of it. */
export async function writePreparedDatabase(dataDir: string, prepare: PrepareDatabase): Promise<string> {
  const content = prepared.get(prepare) ?? contentOf(prepare)
  prepared.set(prepare, content)
  return writeDatabase(dataDir, await content)
}

/** Returns the content of a new database with these changes. */
async function contentOf(prepare: PrepareDatabase): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'castellan-test-'))
  try {
    const file = join(folder, 'new.db')
    const context = await openContext(`sqlite:${file}`)
    await prepare(context)
    await sql`pragma wal_checkpoint(truncate)`.execute(context.database)
    await context.close()
    return await readFile(file)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function writeDatabase(dataDir: string, content: Buffer): Promise<string> {
  const file = join(dataDir, 'castellan.db')
  await writeFile(file, content, { mode: 0o600 })
  return `sqlite:${file}`
}
