import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type Authenticator, enrolUser, tryPassword } from '../support/authenticator.ts'
import { createClock } from '../support/clock.ts'
import { addRole, addUser, loginOperator } from '../support/operator.ts'
import { castellan, folderWithSettings } from '../support/process.ts'
import { startService, type TestService } from '../support/service.ts'

const OLD = 'qX7v2-5nTc8wRz1Lm4Jb9Hd6Ks3Pf0Ga'
const NEW = 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0fD'
const OTHER = 'uM9e4-1kVx6yDq3Wn8Zt5Rc2Hb7Lj0Sp'
const RIGHT = 200
const INTERNAL_ERROR = 500

const clock = createClock()
const nodes: TestService[] = []

const folder = await folderWithSettings()
const url = `sqlite:${join(folder.path, 'castellan.db')}`

afterAll(async () => {
  for (const node of nodes) await node.close()
  await folder.remove()
})

/** Starts a node of the cluster with these keys. Returns its base URL. */
async function nodeWith(encryptionKey: string, acceptedEncryptionKey = ''): Promise<string> {
  const secondFactor = { encryptionKey, acceptedEncryptionKey }
  const settings = {
    database: { url },
    login: { maxFailures: 0, secondFactor },
    // The clock jumps, and the change feed must not seem to be late.
    cluster: { maxStalenessSeconds: 3600 },
  }
  const node = await startService({ settings, replacements: { now: clock.now } })
  nodes.push(node)
  return node.base
}

async function logIn(base: string, username: string, app: Authenticator): Promise<unknown> {
  return (await tryPassword(base, username, { secondFactorCode: app.nextCode() })).body.code
}

/** Runs the command with the keys in files. No output may contain a key. */
async function rotate(keys: { readonly current: string; readonly accepted?: string }, args: string[] = []) {
  const env: Record<string, string> = { CASTELLAN_DATABASE_URL: url }
  const variables = { ENCRYPTIONKEY: keys.current, ACCEPTEDENCRYPTIONKEY: keys.accepted }
  for (const [name, key] of Object.entries(variables)) {
    if (key === undefined) continue
    const file = join(folder.path, `${name}.key`)
    await writeFile(file, `${key}\n`, { mode: 0o600 })
    env[`CASTELLAN_LOGIN_SECONDFACTOR_${name}_FILE`] = file
  }
  const result = await castellan(folder.path, ['key', 'rotate-second-factor', ...args], '', env)
  for (const key of [OLD, NEW, OTHER]) expect(`${result.output}${result.errors}`).not.toContain(key)
  return result
}

test('codes are accepted before, during and after the rotation, in the order of the guide', async () => {
  const oldOnly = await nodeWith(OLD)
  const admin = await loginOperator(oldOnly)
  const roleId = await addRole(admin, 'clerk', [{ method: '*', path: '/*' }])
  await addUser(admin, 'anna', roleId)
  await addUser(admin, 'ben', roleId)
  const anna = await enrolUser(oldOnly, 'anna', clock)
  expect(await logIn(oldOnly, 'anna', anna)).toBe(RIGHT)

  const newAccepted = await nodeWith(OLD, NEW)
  const newCurrent = await nodeWith(NEW, OLD)
  const ben = await enrolUser(newCurrent, 'ben', clock)
  for (const base of [newAccepted, newCurrent]) {
    expect(await logIn(base, 'anna', anna)).toBe(RIGHT)
    expect(await logIn(base, 'ben', ben)).toBe(RIGHT)
  }
  expect(await logIn(oldOnly, 'ben', ben), 'a node without the new key').toBe(INTERNAL_ERROR)

  const first = await rotate({ current: NEW, accepted: OLD }, ['--json'])
  expect({ code: first.code, errors: first.errors }).toEqual({ code: 0, errors: '' })
  const key = expect.stringMatching(/^[0-9a-f]{12}$/)
  expect(JSON.parse(first.output)).toEqual({ key, encrypted: 1, left: 0, unreadable: [] })
  const newOnly = await nodeWith(NEW)
  for (const base of [newAccepted, newCurrent, newOnly]) {
    expect(await logIn(base, 'anna', anna)).toBe(RIGHT)
    expect(await logIn(base, 'ben', ben)).toBe(RIGHT)
  }
  expect(await logIn(oldOnly, 'anna', anna), 'a node without the new key').toBe(INTERNAL_ERROR)

  const second = await rotate({ current: NEW, accepted: OLD })
  expect(second).toMatchObject({ code: 0, errors: '' })
  expect(second.output).toMatch(/^encrypted 0 second factors with the key [0-9a-f]{12}, 0 left\n$/)
  const audit = await castellan(folder.path, ['audit-log', 'list', '--json'], '', {
    CASTELLAN_DATABASE_URL: url,
  })
  const entries: { action: string; source: string }[] = JSON.parse(audit.output)
  expect(entries.filter(({ action }) => action === 'user.second-factor-key')).toMatchObject([
    { source: 'command', target: 'second factors' },
  ])
})

test('secrets that no key decrypts are listed with exit code 1, and stay as they are', async () => {
  const { code, output, errors } = await rotate({ current: OTHER, accepted: OLD })
  expect({ code, errors }).toEqual({ code: 1, errors: '' })
  expect(output.split('\n').slice(0, 4)).toEqual([
    expect.stringMatching(/^encrypted 0 second factors with the key [0-9a-f]{12}, 2 left$/),
    '2 second factors cannot be decrypted with the keys of the settings:',
    '  anna',
    '  ben',
  ])
  const json = await rotate({ current: OTHER, accepted: OLD }, ['--json'])
  expect(JSON.parse(json.output)).toMatchObject({ encrypted: 0, left: 2, unreadable: ['anna', 'ben'] })
  expect(json.code).toBe(1)
  expect(JSON.parse((await rotate({ current: NEW }, ['--json'])).output)).toMatchObject({ left: 0 })
})

test('a weak key, and no key at all, change nothing', async () => {
  const weak = await rotate({ current: 'a'.repeat(40), accepted: NEW })
  expect(weak).toMatchObject({ code: 1, output: '' })
  expect(weak.errors).toMatch(/^error: login\.secondFactor\.encryptionKey .*openssl/)
  const env = { CASTELLAN_DATABASE_URL: url }
  const none = await castellan(folder.path, ['key', 'rotate-second-factor'], '', env)
  expect(none).toMatchObject({ code: 1, output: '' })
  expect(none.errors).toMatch(/second-factor\.key does not exist.*login\.secondFactor\.encryptionKey/)
  expect(JSON.parse((await rotate({ current: NEW }, ['--json'])).output)).toMatchObject({ left: 0 })
})
