import { afterAll, expect, test } from 'vitest'
import { login, loginAs, readLoginLog, tryLogin } from '../support/client.ts'
import { startService } from '../support/service.ts'

const MAX_FAILURES = 3

const service = await startService({
  settings: {
    login: { maxFailures: MAX_FAILURES, maxFailuresPerNetwork: 1000 },
    application: { trustProxy: ['127.0.0.1'] },
  },
})
afterAll(service.close)
const admin = await login(service.base)
for (const username of ['anna', 'ben']) await loginAs(service, username)

async function failTooOften(username: string): Promise<void> {
  for (let i = 0; i < MAX_FAILURES; i++) {
    const { body } = await tryLogin(service.base, { username, password: 'wrong' })
    expect(body.code).toBe(400)
  }
}

test('while throttled, a right password, a wrong password and an unknown username get identical responses', async () => {
  await failTooOften('anna')
  await failTooOften('nobody of this name')
  const answers = [
    await tryLogin(service.base, { username: 'anna', password: 'the password of anna' }),
    await tryLogin(service.base, { username: 'anna', password: 'wrong' }),
    await tryLogin(service.base, { username: 'nobody of this name', password: 'wrong' }),
  ]
  for (const { status, body, headers } of answers) {
    expect(status).toBe(200)
    expect(body).toEqual({ code: 429, msg: expect.any(String), reason: 'rate-limited' })
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
  expect(new Set(answers.map(({ text }) => text.replace(/\d+ s/, 'N s'))).size).toBe(1)
})

test('the attempt is logged, and other users can log in', async () => {
  const [newest] = await readLoginLog(service.base, admin)
  expect(newest).toMatchObject({
    username: 'nobody of this name',
    status: '1',
    msg: expect.stringMatching(/Too many/),
  })
  expect((await tryLogin(service.base, { username: 'ben', password: 'the password of ben' })).body.code).toBe(
    200,
  )
})

test('after the waiting time the user can log in', async () => {
  service.advance(60_000)
  const { body } = await tryLogin(service.base, { username: 'anna', password: 'the password of anna' })
  expect(body.code).toBe(200)
})
