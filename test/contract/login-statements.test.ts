import { expect, onTestFinished, test } from 'vitest'
import { tryLogin } from '../support/client.ts'
import { startStandalone } from '../support/standalone.ts'
import { startTraceReceiver } from '../support/trace-receiver.ts'
import { onEveryDatabase } from './stores.ts'

onEveryDatabase((place) => {
  /** Returns a function that logs in and returns the statements that were sent to the database, begin and commit included. */
  async function startCounting(): Promise<(password?: string) => Promise<string[]>> {
    const { url, drop } = await place.fresh()
    onTestFinished(drop)
    const receiver = await startTraceReceiver()
    onTestFinished(receiver.close)
    const service = await startStandalone({ database: { url }, tracing: { endpoint: receiver.endpoint } })
    onTestFinished(service.close)
    return async (password) => {
      const { headers, body } = await tryLogin(service.base, password === undefined ? {} : { password })
      expect(body.code).toBe(password === undefined ? 200 : 400)
      const { trace } = await receiver.traceOf(headers.get('x-request-id'))
      return trace
        .filter(({ name }) => name === 'database query')
        .map(({ attributes }) => String(attributes['db.query.text']))
    }
  }

  const count = (statements: readonly string[], text: string) =>
    statements.filter((statement) => statement.startsWith(text)).length

  /** A server is also asked for changes of other nodes, after the session is stored. */
  const maxStatements = place.dialect === 'sqlite' ? 13 : 14

  test('a login sends at most 13 statements, or 14 to a server, in two transactions', async () => {
    const statementsOf = await startCounting()
    // The first login of a user and a network also creates their rows.
    expect((await statementsOf()).length).toBeLessThanOrEqual(maxStatements + 5)
    const statements = await statementsOf()
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(maxStatements)
    expect([count(statements, 'begin'), count(statements, 'commit')]).toEqual([2, 2])
  })

  test('a login with a wrong password counts the attempt before it reads the user', async () => {
    const statementsOf = await startCounting()
    await statementsOf()
    const statements = await statementsOf('a wrong password')
    const position = (part: string) => statements.findIndex((statement) => statement.includes(part))
    expect(position('insert into')).toBeLessThan(position('commit'))
    expect(position('commit')).toBeLessThan(position('password_hash'))
    expect(statements.slice(position('begin'), position('commit'))).toHaveLength(3)
  })
})
