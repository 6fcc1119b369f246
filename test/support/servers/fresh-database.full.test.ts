import { describe, expect, inject, test } from 'vitest'
import { type FreshDatabase, freshMysqlDatabase, freshPostgresDatabase } from './fresh-database.ts'
import { openMysql, openPostgres, type Session } from './sessions.ts'

const { postgres, mysql } = inject('servers')

describe.each([
  { name: 'PostgreSQL', url: postgres, fresh: freshPostgresDatabase, open: openPostgres },
  { name: 'MariaDB', url: mysql, fresh: freshMysqlDatabase, open: openMysql },
])('$name', ({ url = '', fresh, open }) => {
  test.skipIf(url === '')('two fresh databases know nothing of each other', async () => {
    const both = [await fresh(url), await fresh(url)]
    for (const { url: address } of both) {
      await during(open(address), (session) => session.keep(address))
    }
    for (const { url: address } of both) {
      expect(await during(open(address), (session) => session.kept())).toBe(address)
    }
    await Promise.all(both.map((one) => one.drop()))
  })

  test.skipIf(url === '')('dropped while a session is open: the database is gone', async () => {
    const one: FreshDatabase = await fresh(url)
    const session = await open(one.url)
    await session.keep('nothing for long')
    await one.drop()
    await expect(session.kept()).rejects.toThrow()
    await expect(open(one.url)).rejects.toThrow(/does not exist|unknown database/i)
    await session.close().catch(() => {})
  })
})

async function during<T>(opening: Promise<Session>, work: (session: Session) => Promise<T>): Promise<T> {
  const session = await opening
  try {
    return await work(session)
  } finally {
    await session.close()
  }
}
