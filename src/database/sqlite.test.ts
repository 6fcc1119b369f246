import { Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createSqliteDialect } from './sqlite.ts'

test('questions that are asked at once do not follow each other without a pause', async () => {
  const steps: unknown[] = []
  const database = new Kysely<Record<string, never>>({
    dialect: createSqliteDialect(':memory:', {
      letOthersGo: async () => {
        steps.push('others')
      },
    }),
    log: ({ query }) => {
      steps.push(query.parameters[0])
    },
  })
  onTestFinished(() => database.destroy())
  await Promise.all(['first', 'second', 'third'].map((question) => sql`select ${question}`.execute(database)))
  expect(steps).toEqual(['others', 'first', 'others', 'second', 'others', 'third'])
})

test('unless it is told otherwise, a question lets others go first', async () => {
  const database = new Kysely<Record<string, never>>({ dialect: createSqliteDialect(':memory:') })
  onTestFinished(() => database.destroy())
  let turns = 0
  const count = (): void => {
    turns++
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  onTestFinished(() => clearImmediate(next))
  await sql`select 1`.execute(database)
  expect(turns).toBeGreaterThanOrEqual(2)
})
