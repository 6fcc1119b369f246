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
