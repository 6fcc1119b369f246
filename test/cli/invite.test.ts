import { afterAll, expect, test } from 'vitest'
import { startMailServer, textOf } from '../support/mail-server.ts'
import { castellan, folderWithSettings } from '../support/process.ts'

const folder = await folderWithSettings()
const mail = await startMailServer()
await castellan(folder.path, ['migrate'])

afterAll(async () => {
  await folder?.remove()
  await mail?.close()
})

const ENABLED = ['login.passwordLink.enabled=true', 'application.publicUrl=https://castle.example.com']

const smtp = (port: number) => [
  'login.code.smtp.host=127.0.0.1',
  'login.code.smtp.tls=none',
  'login.code.smtp.from=no-reply@example.com',
  `login.code.smtp.port=${port}`,
]

const run = (args: readonly string[], settings: readonly string[]) =>
  castellan(folder.path, ['user', ...args, ...settings.flatMap((setting) => ['--set', setting])])

const add = (name: string, ...more: string[]) => ['add', name, '--role', 'admin', '--invite', ...more]

test('a user is added with an invitation, and invited again', async () => {
  const settings = [...ENABLED, ...smtp(mail.port)]
  const added = await run(add('alice', '--email', 'alice@example.com'), settings)
  expect(added).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^invited user alice \(id \d+\) with/),
  })
  const again = await run(['invite', 'alice', '--language', 'zh'], settings)
  expect(again).toMatchObject({ code: 0, output: 'sent alice a link to alice@example.com (email)\n' })
  const [first, second] = mail.received.map((message) => textOf(message).replaceAll('=\r\n', ''))
  expect(first).toMatch(/https:\/\/castle\.example\.com\/password-link#[\w-]{43}\s/)
  expect(second).toContain('链接仅可使用一次')
})

test('without a setting, a sender or an address, nothing is added and the command says why', async () => {
  for (const [settings, reason] of [
    [[], 'Set login.passwordLink.enabled, application.publicUrl'],
    [ENABLED.slice(0, 1), 'requires application.publicUrl'],
    [ENABLED, 'login.code.smtp.host is empty'],
    [[...ENABLED, ...smtp(mail.port)], 'has no e-mail address'],
  ] as const) {
    const { code, errors } = await run(add('bob'), settings)
    expect([code, errors]).toEqual([expect.any(Number), expect.stringContaining(reason)])
    expect(code).not.toBe(0)
  }
  expect((await castellan(folder.path, ['user', 'show', 'bob'])).code).not.toBe(0)
})

test('a sender that fails is named', async () => {
  const failed = await run(['invite', 'alice'], [...ENABLED, ...smtp(1)])
  expect(failed.code).not.toBe(0)
  expect(failed.errors).toContain('the SMTP server 127.0.0.1:1: it cannot be reached')
})

test('an invitation excludes a password', async () => {
  const both = await run(add('carol', '--password-stdin'), ENABLED)
  expect(both.code).toBe(2)
})
