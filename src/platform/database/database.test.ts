import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompiledQuery } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from './database.ts'
import { inTransaction } from './query/transaction.ts'

test('the file is readable by its owner only', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'castellan-test-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const { close } = await openDatabase(`sqlite:${join(folder, 'made', 'test.db')}`)
  onTestFinished(close)
  expect((await stat(join(folder, 'made', 'test.db'))).mode & 0o777).toBe(0o600)
})

test.each([
  'nonsense:correct-horse',
  'postgres://keeper:correct-horse@db',
  'mysql://k:correct-horse%@db/castle',
])('a URL that cannot be read is not repeated: %j', async (url) => {
  const failure = await openDatabase(url).catch(String)
  expect(failure).toMatch(/^Error: the database's URL /)
  expect(failure).not.toContain('correct-horse')
})

test('work that conflicts every time fails after eight tries', async () => {
  const { database, close } = await openDatabase('sqlite::memory:')
  onTestFinished(close)
  let tries = 0
  const work = inTransaction(database, async () => {
    tries++
    throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
  })
  await expect(work).rejects.toThrow('deadlock detected')
  expect(tries).toBe(8)
})

test('the error of a full disk is reported, not the failed rollback after it', async () => {
  const { database, close } = await openDatabase('sqlite::memory:')
  onTestFinished(close)
  const work = database.transaction().execute(async (transaction) => {
    await transaction.executeQuery(CompiledQuery.raw('rollback'))
    throw new Error('database or disk is full')
  })
  await expect(work).rejects.toThrow('database or disk is full')
})
