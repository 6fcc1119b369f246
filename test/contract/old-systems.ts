import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { createConnection } from 'mysql2/promise'
import { Client } from 'pg'
import { describe, inject, onTestFinished, vi } from 'vitest'
import type {
  ImportCommandOptions,
  ImportParts,
  SystemName,
} from '../../src/features/operation/system-import/import-options.ts'
import { runImport } from '../../src/features/operation/system-import/run-import.ts'
import { freshMysqlDatabase, freshPostgresDatabase } from '../support/servers/fresh-database.ts'

/** An empty database for the tables of another system, and how its product names the types that differ. */
export interface OldPlace {
  readonly url: string
  readonly time: string
  readonly boolean: string
  /** The value of a boolean column. */
  bool(value: boolean): string
  run(statements: readonly string[]): Promise<void>
  /** Returns all rows of these tables, to see that nothing has changed. */
  contents(tables: readonly string[]): Promise<string>
}

type OpenPlace = () => Promise<OldPlace>

export async function onSqlite(): Promise<OldPlace> {
  const folder = await mkdtemp(join(tmpdir(), 'castellan-old-'))
  const file = join(folder, 'old.db')
  const database = new DatabaseSync(file)
  onTestFinished(async () => {
    database.close()
    await rm(folder, { recursive: true })
  })
  return {
    url: `sqlite:${file}`,
    time: 'datetime',
    boolean: 'numeric',
    bool: (value) => (value ? '1' : '0'),
    async run(statements) {
      for (const one of statements) database.exec(one)
    },
    contents: async (tables) =>
      JSON.stringify(tables.map((one) => database.prepare(`select * from ${one}`).all())),
  }
}

async function onPostgres(serverUrl: string): Promise<OldPlace> {
  const { url, drop } = await freshPostgresDatabase(serverUrl)
  const client = new Client({ connectionString: url })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await drop()
  })
  return {
    url,
    time: 'timestamptz',
    boolean: 'boolean',
    bool: String,
    async run(statements) {
      for (const one of statements) await client.query(one)
    },
    async contents(tables) {
      const rows: unknown[] = []
      for (const one of tables) rows.push((await client.query(`select * from ${one}`)).rows)
      return JSON.stringify(rows)
    },
  }
}

async function onMariadb(serverUrl: string): Promise<OldPlace> {
  const { url, drop } = await freshMysqlDatabase(serverUrl)
  const connection = await createConnection(url)
  onTestFinished(async () => {
    await connection.end()
    await drop()
  })
  return {
    url,
    time: 'datetime(3)',
    boolean: 'tinyint(1)',
    bool: (value) => (value ? '1' : '0'),
    async run(statements) {
      for (const one of statements) await connection.query(one)
    },
    async contents(tables) {
      const rows: unknown[] = []
      for (const one of tables) rows.push((await connection.query(`select * from ${one}`))[0])
      return JSON.stringify(rows)
    },
  }
}

const { postgres, mysql } = inject('servers')

/** Defines tests for an old database on SQLite, and in the full tests on PostgreSQL and MariaDB. */
export function onEveryOldDatabase(define: (open: OpenPlace) => void): void {
  if (!inject('isOnServers')) {
    describe('the old database is SQLite', () => define(onSqlite))
    return
  }
  describe.skipIf(postgres === undefined)('the old database is PostgreSQL', () =>
    define(() => onPostgres(postgres ?? '')),
  )
  describe.skipIf(mysql === undefined)('the old database is MariaDB', () =>
    define(() => onMariadb(mysql ?? '')),
  )
}

export interface ImportResult {
  readonly isImported: boolean
  readonly counts: Readonly<
    Record<'departments' | 'roles' | 'rules' | 'users', { create: number; unchanged: number }>
  >
  readonly mappings: readonly { what: string; from: string; to: string; count: number }[]
  readonly findings: readonly { kind: string; reason: string; count: number; examples: readonly string[] }[]
}

export interface Imported {
  readonly result: ImportResult
  /** All that was printed. */
  readonly output: string
}

/** Runs the command, without the parsing of its options. */
export async function importInto(
  context: ImportParts,
  system: SystemName,
  options: Pick<ImportCommandOptions, 'from'> & Partial<ImportCommandOptions>,
): Promise<Imported> {
  const printed: string[] = []
  const spies = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')].map((spy) =>
    spy.mockImplementation((text: string) => void printed.push(text)),
  )
  try {
    const defaults: Omit<ImportCommandOptions, 'from'> = {
      set: [],
      admin: [],
      preferRoles: [],
      pathPrefix: '',
      yes: true,
      json: true,
    }
    await runImport(system, { ...defaults, ...options }, (_, work) => work(context))
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
  const json = printed.find((text) => text.startsWith('{')) ?? '{}'
  return { result: JSON.parse(json), output: printed.join('\n') }
}

/** Returns the examples of the findings whose reason contains a text. */
export function examplesOf({ findings }: ImportResult, reason: string): string[] {
  return findings.filter((finding) => finding.reason.includes(reason)).flatMap(({ examples }) => examples)
}
