import { afterAll, expect, test } from 'vitest'
import { startMailServer, textOf } from '../support/mail-server.ts'
import { castellan, folderWithSettings } from '../support/process.ts'

const folder = await folderWithSettings()
const mail = await startMailServer()

afterAll(async () => {
  await folder?.remove()
  await mail?.close()
})

const run = (address: string, port: number, ...more: string[]) =>
  castellan(folder.path, [
    'code',
    'test',
    address,
    '--set',
    'login.code.smtp.host=127.0.0.1',
    '--set',
    'login.code.smtp.tls=none',
    '--set',
    'login.code.smtp.from=no-reply@example.com',
    '--set',
    `login.code.smtp.port=${port}`,
    ...more,
  ])

test('a sample code is sent before the method is enabled', async () => {
  const { code, output } = await run('alice@example.com', mail.port)
  expect({ code, output }).toEqual({
    code: 0,
    output: expect.stringContaining(
      'sent to alice@example.com (email): Your login code for Castellan is 123456.',
    ),
  })
  expect(mail.received.map(({ to }) => to)).toEqual([['alice@example.com']])
  const [message] = mail.received
  expect(message && textOf(message)).toContain('123456')
})

test('a failure names its reason and the setting to check', async () => {
  const { code, output } = await run('alice@example.com', 1, '--json')
  expect(code).toBe(1)
  expect(JSON.parse(output)).toMatchObject({
    sent: false,
    reason: expect.stringMatching(/^the SMTP server 127\.0\.0\.1:1: it cannot be reached/),
  })
})

test('a missing setting and an unusable address are errors of usage', async () => {
  const missing = await castellan(folder.path, ['code', 'test', 'alice@example.com'])
  expect([missing.code, missing.errors]).toEqual([
    2,
    expect.stringContaining('login.code.smtp.host is empty'),
  ])
  const unusable = await run('a@example.com, b@example.com', mail.port)
  expect([unusable.code, unusable.errors]).toEqual([
    2,
    expect.stringContaining('neither an e-mail address nor a phone number'),
  ])
})
