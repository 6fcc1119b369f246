import { randomBytes } from 'node:crypto'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { Client } from 'pg'

/** An empty database for one test file. */
export interface FreshDatabase {
  readonly url: string
  /** Drops the database and closes open connections. */
  drop(): Promise<void>
}

/**
 * @example
 * const { url, drop } = await freshPostgresDatabase(inject('servers').postgres)
 */
export async function freshPostgresDatabase(serverUrl: string): Promise<FreshDatabase> {
  const name = randomName()
  await askPostgres(serverUrl, `create database ${name}`)
  return {
    url: withDatabase(serverUrl, name),
    drop: () => askPostgres(serverUrl, `drop database if exists ${name} with (force)`),
  }
}

export async function freshMysqlDatabase(serverUrl: string): Promise<FreshDatabase> {
  const name = randomName()
  const connection = await createConnection(serverUrl)
  await connection.query(`create database ${name}`)
  await connection.end()
  return { url: withDatabase(serverUrl, name), drop: () => dropMysqlDatabase(serverUrl, name) }
}

async function askPostgres(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

async function dropMysqlDatabase(serverUrl: string, name: string): Promise<void> {
  const connection = await createConnection(serverUrl)
  try {
    // An open transaction would keep the tables locked.
    const guests = 'select id from information_schema.processlist where db = ?'
    const [rows] = await connection.query<RowDataPacket[]>(guests, [name])
    for (const { id } of rows) await connection.query('kill ?', [id]).catch(() => {}) // gone meanwhile
    await connection.query(`drop database if exists ${name}`)
  } finally {
    await connection.end()
  }
}

function randomName(): string {
  return `castellan_${randomBytes(8).toString('hex')}`
}

function withDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
