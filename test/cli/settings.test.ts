import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { castellan, temporaryFolder } from '../support/process.ts'

// Every test starts processes.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

const SECRET = 'k3Jq-9fW_2bXz7Lm0RtVn5YcPd8HsEa1uGo4'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => folder.remove())

test('castellan settings prints every value with its source, and masks secrets', async () => {
  await writeFile(join(folder.path, 'settings.yml'), `jwt:\n  secret: ${SECRET}\n`, { mode: 0o600 })
  const args = ['settings', '--set', 'application.port=9000']
  const env = { CASTELLAN_DATABASE_URL: 'postgres://castellan:hidden-password@db/castellan' }
  const table = await castellan(folder.path, args, '', env)
  expect(table).toMatchObject({ code: 0, errors: '' })
  expect(table.output).toMatch(/^SETTING +VALUE +SOURCE\n/)
  expect(table.output).toMatch(/^application\.port +9000 +flag --set$/m)
  expect(table.output).toMatch(/^jwt\.secret +\*\*\* +settings\.yml line 2$/m)
  expect(table.output).toMatch(
    /^database\.url +postgres:\/\/castellan:\*\*\*@db\/castellan +variable CASTELLAN_DATABASE_URL$/m,
  )
  expect(table.output).toMatch(/^redis\.url +"" +default$/m)

  const json = await castellan(folder.path, [...args, '--json'], '', env)
  expect(JSON.parse(json.output)).toContainEqual({
    key: 'application.port',
    value: 9000,
    source: 'flag --set',
  })
  for (const hidden of [SECRET, 'hidden-password']) {
    expect(table.output + json.output).not.toContain(hidden)
  }
})

test('a command without any settings says so, except as JSON', async () => {
  const note = `note: there is no settings.yml in ${folder.path}: the defaults apply\n`
  expect(await castellan(folder.path, ['key', 'list'])).toMatchObject({ code: 0, errors: note })
  expect(await castellan(folder.path, ['user', 'list'])).toMatchObject({ code: 0, errors: note })
  expect(await castellan(folder.path, ['key', 'list', '--json'])).toMatchObject({ code: 0, errors: '' })
  expect(await castellan(folder.path, ['key', 'list', '--set', 'jwt.keys=k'])).toMatchObject({ errors: '' })
  const env = { CASTELLAN_JWT_KEYS: 'k' }
  expect(await castellan(folder.path, ['key', 'list'], '', env)).toMatchObject({ errors: '' })
})
