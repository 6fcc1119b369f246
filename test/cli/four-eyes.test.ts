import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { DISABLED } from '../../src/core/user/status.ts'
import { openContext } from '../support/context.ts'
import { castellan, castellanProcess, folderWithSettings } from '../support/process.ts'

const FOUR_EYES = ['--set', 'administration.fourEyes.operations=grant-administration']
const PASSWORD = 'velvet harbour of thirty-seven lanterns'
const run = (...args: string[]) => castellan(folder.path, [...args, ...FOUR_EYES], PASSWORD)

const folder = await folderWithSettings()
afterAll(folder.remove)
await castellan(folder.path, ['migrate'])

test('the doctor reports too few administrators', async () => {
  const { output } = await run('doctor', '--json')
  const findings: { check: string; status: string; found: string }[] = JSON.parse(output).findings
  expect(findings.filter(({ check }) => check === 'four eyes')).toEqual([
    expect.objectContaining({ status: 'problem', found: expect.stringContaining('there are none') }),
  ])
})

test('a command acts alone, says so in one line, and leaves a critical event', async () => {
  const added = await run('user', 'add', 'bela', '--role', 'admin', '--password-stdin')
  expect(added).toMatchObject({ code: 0 })
  expect(added.errors.trim().split('\n')).toEqual([
    'warning: over HTTP, a second administrator has to confirm this (grant-administration). A critical event records that this command acts alone',
  ])
  const { output } = await run('events', 'list', '--kind', 'four-eyes.bypassed', '--json')
  expect(JSON.parse(output)).toMatchObject([
    { severity: 'critical', fields: { kinds: 'grant-administration', source: 'command' } },
  ])
  // Nothing is protected here.
  expect((await run('role', 'add', 'clerk', '--name', 'Clerk', '--data-scope', 'own')).errors).toBe('')
})

test('a file of roles, an import and a clean-up act alone too, with one critical event each, and trying them leaves none', async () => {
  const bypassed = async () => {
    const { output } = await run('events', 'list', '--kind', 'four-eyes.bypassed', '--json')
    return (JSON.parse(output) as readonly unknown[]).length
  }
  const before = await bypassed()
  const write = (name: string, text: string) => writeFile(join(folder.path, name), text)
  const role = (rule: string) =>
    `roles:\n  - roleKey: keeper\n    roleName: Keeper\n    dataScope: all\n    rules:\n      - "${rule}"\n`
  await write('harmless.yml', role('GET /app/orders'))
  await write('roles.yml', role('* /api/v1/sys-user/*'))
  await write('users.csv', `username,roleKey,passwordHash\nboris,admin,$2b$10$${'e'.repeat(53)}\n`)
  expect(await run('apply', 'harmless.yml', '--yes')).toMatchObject({ code: 0, errors: '' })
  expect(await run('apply', 'roles.yml', '--check')).toMatchObject({ code: 1 })
  expect(await bypassed()).toBe(before)

  const applied = await run('apply', 'roles.yml', '--yes')
  expect(applied).toMatchObject({ code: 0, errors: expect.stringContaining('(grant-administration)') })
  expect(await bypassed()).toBe(before + 1)
  const imported = await run('user', 'import', 'users.csv')
  expect(imported).toMatchObject({ code: 0, errors: expect.stringContaining('(grant-administration)') })
  expect(await bypassed()).toBe(before + 2)

  // A role that nobody has grants nothing yet. With the merge, its users get the other one.
  expect(await run('role', 'copy', 'keeper', 'spare', '--name', 'Spare')).toMatchObject({ errors: '' })
  expect(await bypassed()).toBe(before + 2)
  const merged = await run('report', 'same-rights', '--clean-up', '--yes')
  expect(merged).toMatchObject({ code: 0, errors: expect.stringContaining('(grant-administration)') })
  expect(await bypassed()).toBe(before + 3)
})

test('confirmations are listed, and cannot be confirmed by a command', async () => {
  expect(await run('confirmation', 'list', '--json')).toMatchObject({ code: 0, output: '[]\n' })
  expect((await run('confirmation', 'list', '--status', 'waiting')).code).toBe(0)
  expect((await run('confirmation', 'confirm', '1')).code).toBe(2)
  for (const action of ['show', 'withdraw'])
    expect((await run('confirmation', action, '1')).errors).toContain(
      'There is no confirmation with the ID 1.',
    )
})

test('a command decides about suspended administrators, and only about them', async () => {
  await run('user', 'add', 'cleo', '--role', 'admin', '--password-stdin')
  expect((await run('user', 'restore', 'cleo')).errors).toContain('"cleo" is not suspended')
  const context = await openContext(`sqlite:${join(folder.path, 'data', 'castellan.db')}`)
  const ids = [await context.userIdOf('bela'), await context.userIdOf('cleo')]
  const [bela = 0, cleo = 0] = ids
  await context.userAdministration.setStatus('bela', DISABLED)
  for (const [userId, withUserId] of [
    [bela, cleo],
    [cleo, bela],
  ] as const)
    await context.suspensions.set(userId, { withUserId, byUserId: bela })
  await context.close()
  expect((await run('user', 'show', 'bela')).output).toContain('suspended with cleo')
  // In a process of its own: it reads the files beside the database without changing them, and SQLite has them open only once per process.
  const doctor = await castellanProcess(folder.path, ['doctor', '--json', ...FOUR_EYES])
  const { findings }: { findings: object[] } = JSON.parse(doctor.output)
  expect(findings).toContainEqual(
    expect.objectContaining({
      check: 'four eyes',
      status: 'warning',
      found: expect.stringContaining('user bela is suspended together with cleo'),
      fix: expect.stringContaining('castellan user restore bela'),
    }),
  )
  expect(await run('user', 'enable', 'bela')).toMatchObject({
    code: 1,
    errors: expect.stringContaining('"bela" is suspended'),
  })
  expect((await run('user', 'restore', 'bela')).output).toBe('restored user bela\n')
  expect((await run('user', 'keep-disabled', 'cleo')).output).toBe('kept user cleo disabled\n')
  const { output } = await run('user', 'list', '--json')
  const users: readonly object[] = JSON.parse(output)
  expect(users.every((user) => !('suspension' in user))).toBe(true)
})
