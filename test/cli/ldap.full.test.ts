import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { directoryWith, group, groupDn, person, personDn } from '../support/directory-entries.ts'
import { ldapSettings } from '../support/ldap-settings.ts'
import { castellanProcess as castellan, folderWithSettings } from '../support/process.ts'
import { type Slapd, startSlapd } from '../support/servers/slapd.ts'

const slapd = await startSlapd(
  directoryWith(
    person('alice'),
    person('bob'),
    group('staff', personDn('alice')),
    group('team', groupDn('staff')),
  ),
)
// Each command has a process of its own: on Node 20, a process that has closed SQLite may still hold the files open.
let folder: Awaited<ReturnType<typeof folderWithSettings>>

beforeAll(async () => {
  folder = await folderWithSettings()
})
afterAll(async () => {
  await folder?.remove()
  await slapd?.remove()
})

test('without settings of a directory, the missing key is named', async () => {
  const { code, errors } = await castellan(folder.path, ['ldap', 'test', 'alice'])
  expect(code).toBe(2)
  expect(errors).toContain('login.ldap.urls is empty')
})

describe.skipIf(slapd === undefined)('with a directory', () => {
  const directory = slapd as Slapd
  beforeAll(async () => {
    const urls = ['ldaps://127.0.0.1:1', directory.ldapsUrl]
    const ldap = { ...ldapSettings(directory), urls }
    await appendFile(join(folder.path, 'settings.yml'), `\nlogin: ${JSON.stringify({ ldap })}\n`)
  })

  test('ldap test fails if the role does not exist or is disabled, and creates no database', async () => {
    const lastStep = async () => {
      const { code, output } = await castellan(folder.path, ['ldap', 'test', 'alice', '--json'])
      const { ok, steps } = JSON.parse(output)
      return { code, ok, ...steps.at(-1) }
    }
    const failed = { code: 1, ok: false, step: 'role' }
    expect(await lastStep()).toEqual({
      ...failed,
      detail: 'staff cannot be looked up: the database does not exist yet',
    })
    await castellan(folder.path, ['migrate'])
    expect(await lastStep()).toEqual({
      ...failed,
      detail: expect.stringMatching(/^staff does not exist: add it with castellan role add/),
    })
    await castellan(folder.path, ['role', 'add', 'staff', '--name', 'Staff'])
    await castellan(folder.path, ['role', 'change', 'staff', '--status', 'disabled'])
    expect(await lastStep()).toEqual({ ...failed, detail: 'staff is disabled' })
    await castellan(folder.path, ['role', 'change', 'staff', '--status', 'enabled'])
    expect(await lastStep()).toEqual({ code: 0, ok: true, step: 'role', detail: 'staff' })
  })

  test('ldap test shows each step, with the failed server and the password', async () => {
    const args = ['ldap', 'test', 'alice', '--password-stdin']
    const { code, output, errors } = await castellan(folder.path, args, 'alice-password\n')
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    const lines = output.trim().split('\n')
    expect(lines[0]).toMatch(/^RESULT +STEP +DETAIL/)
    expect(lines.slice(1).map((line) => line.split(/ +/).slice(0, 2).join(' '))).toEqual([
      'failed connection',
      'ok connection',
      'ok bind',
      'ok entry',
      'ok enabled',
      'ok password',
      'ok groups',
      'ok role',
    ])
    expect(output).toContain(`${groupDn('staff')}; ${groupDn('team')}`)
    expect(output).not.toContain('password-of')
    expect(output).not.toContain('alice-password')
  })

  test('ldap test shows the mapped department, and whether it exists and is enabled', async () => {
    const departments = [{ group: groupDn('team'), department: 1 }]
    const mapping = `login.ldap.departments=${JSON.stringify(departments)}`
    const departmentOf = async () => {
      const { output } = await castellan(folder.path, ['ldap', 'test', 'alice', '--json', '--set', mapping])
      const { ok, steps } = JSON.parse(output) as { ok: boolean; steps: { step: string }[] }
      return { login: ok, ...steps.find(({ step }) => step === 'department') }
    }
    expect(await departmentOf()).toMatchObject({
      login: true,
      ok: false,
      detail: expect.stringMatching(/^1 does not exist/),
    })
    await castellan(folder.path, ['dept', 'add', 'Sales'])
    expect(await departmentOf()).toMatchObject({ login: true, ok: true, detail: '1' })
    await castellan(folder.path, ['dept', 'change', '1', '--status', 'disabled'])
    expect(await departmentOf()).toMatchObject({ login: true, ok: false })
  })

  test('ldap test fails for a user without a role and for an unknown user', async () => {
    const bob = await castellan(folder.path, ['ldap', 'test', 'bob', '--json'])
    expect(bob.code).toBe(1)
    const { ok, steps } = JSON.parse(bob.output)
    expect(ok).toBe(false)
    expect(steps.at(-1)).toMatchObject({ step: 'role', ok: false })
    const unknown = await castellan(folder.path, ['ldap', 'test', 'nobody', '--json'])
    expect(unknown.code).toBe(1)
    expect(JSON.parse(unknown.output).steps.at(-1)).toMatchObject({ step: 'entry', ok: false })
  })

  test('ldap sync needs a database and reports what it compared', async () => {
    const elsewhere = ['--set', 'database.url=sqlite:missing.db']
    expect((await castellan(folder.path, ['ldap', 'sync', ...elsewhere])).code).not.toBe(0)
    const { code, output } = await castellan(folder.path, ['ldap', 'sync'])
    expect({ code, output }).toEqual({
      code: 0,
      output: 'compared 0 accounts: 0 gone, 0 disabled, 0 without a role\n',
    })
  })
})
