import { createClient } from '@redis/client'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { Client } from 'pg'

/** A few common operations for each server, with the client library that the service uses. */
export interface Session {
  /** Always returns the same value. */
  ping(): Promise<unknown>
  keep(value: string): Promise<unknown>
  kept(): Promise<unknown>
  close(): Promise<unknown>
}

export async function openPostgres(url: string): Promise<Session> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {}) // tests stop the server
  await client.connect()
  return {
    ping: async () => (await client.query('select 1 as answer')).rows[0]?.answer,
    async keep(value) {
      await client.query('create table kept (value text)')
      await client.query('insert into kept values ($1)', [value])
    },
    kept: async () => (await client.query('select value from kept')).rows[0]?.value,
    close: () => client.end(),
  }
}

export async function openMysql(url: string): Promise<Session> {
  const connection = await createConnection(url)
  connection.on('error', () => {}) // tests stop the server
  const firstRow = async (statement: string) => (await connection.query<RowDataPacket[]>(statement))[0][0]
  return {
    ping: async () => (await firstRow('SELECT 1 AS answer'))?.answer,
    async keep(value) {
      await connection.query('create table kept (value text)')
      await connection.query('insert into kept values (?)', [value])
    },
    kept: async () => (await firstRow('select value from kept'))?.value,
    close: () => connection.end(),
  }
}

export async function openRedis(url: string): Promise<Session> {
  const client = createClient({ url })
  client.on('error', () => {}) // tests stop the server
  await client.connect()
  return {
    ping: () => client.ping(),
    keep: (value) => client.set('kept', value),
    kept: () => client.get('kept'),
    close: () => client.close(),
  }
}
