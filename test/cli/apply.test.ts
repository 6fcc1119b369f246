import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { bearer, call, postJson } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { castellan, folderWithSettings, startProcess } from '../support/process.ts'
import { hasTerminal, openTerminal } from '../support/terminal.ts'

const PASSWORD = 'quiet river under nine bridges'

afterAll(async () => {
  await service.end('SIGTERM')
  await folder.remove()
})

const write = (name: string, text: string) => writeFile(join(folder.path, name), text)

const folder = await folderWithSettings()
const service = await startProcess(folder.path, ['application.mode=dev'])
await mkdir(join(folder.path, 'roles'))
await write('roles/auditor.yml', auditorFile('GET /api/v1/role'))
for (const args of [
  ['role', 'add', 'auditor', '--name', 'Auditors', '--data-scope', 'own'],
  ['role', 'add', 'guest', '--name', 'Guest'],
  ['policy', 'add', 'auditor', 'GET', '/api/v1/sys-user'],
])
  expect(await castellan(folder.path, args)).toMatchObject({ code: 0 })
for (const [name, role] of [
  ['alice', 'auditor'],
  ['gina', 'guest'],
] as const)
  await castellan(folder.path, ['user', 'add', name, '--role', role, '--password-stdin'], PASSWORD)

const run = (...args: string[]) => castellan(folder.path, args)
const apply = (...args: string[]) => run('apply', 'roles', ...args)

function auditorFile(...rules: string[]): string {
  const lines = rules.map((rule) => `      - ${rule}\n`).join('')
  return `roles:\n  - roleKey: auditor\n    roleName: Auditor\n    dataScope: own\n    rules:\n${lines}`
}

const PLAN = [
  '~ change role auditor (1 user)',
  '    roleName: "Auditors" -> "Auditor"',
  '    + GET /api/v1/role',
  '    - GET /api/v1/sys-user',
  'roles: 0 to create, 1 to change, 0 to delete; rules: 1 to add, 1 to remove; users affected: 1',
  '1 role in no file: guest',
]

test('--check shows the plan, exits with 1 if there is something to change, and changes nothing', async () => {
  const [text, json] = [await apply('--check'), await apply('--check', '--json')]
  expect(text).toEqual({ code: 1, output: `${PLAN.join('\n')}\n`, errors: '' })
  expect(json.code).toBe(1)
  expect(JSON.parse(json.output)).toMatchObject({
    isApplied: false,
    totals: { rolesToChange: 1, rulesToAdd: 1, rulesToRemove: 1, usersAffected: 1 },
    roles: [{ roleKey: 'auditor', action: 'change', endsSessions: false }],
    unmanaged: ['guest'],
  })
})

test('without a terminal, nothing is applied unless --yes is given', async () => {
  const [text, json] = await Promise.all([apply(), apply('--json')])
  expect(text).toMatchObject({ code: 2, output: '', errors: expect.stringContaining('add --yes') })
  expect(JSON.parse(json.errors).error).toContain('add --yes')
  expect(await apply('--check')).toMatchObject({ code: 1 })
})

test('--yes applies the plan in the running service; a second time there is nothing to do', async () => {
  const { body } = await call(`${service.base}/login`, postJson({ username: 'alice', password: PASSWORD }))
  const codeOf = async (path: string) =>
    (await call(`${service.base}${path}`, bearer(String(body.token)))).body.code
  expect([await codeOf('/role'), await codeOf('/sys-user')]).toEqual([401, 200])
  expect(await apply('--yes')).toEqual({
    code: 0,
    output: `${[...PLAN, 'applied'].join('\n')}\n`,
    errors: '',
  })
  await eventually(async () => expect([await codeOf('/role'), await codeOf('/sys-user')]).toEqual([200, 401]))
  const nothing = 'nothing to change: 1 role as declared\n1 role in no file: guest\n'
  expect(await apply('--yes')).toEqual({ code: 0, output: nothing, errors: '' })
  expect(await apply('--check')).toEqual({ code: 0, output: nothing, errors: '' })
  const log: { action: string; target: string; source: string }[] = JSON.parse(
    (await run('audit-log', 'list', '--limit', '2', '--json')).output,
  )
  expect(log.map(({ action, target, source }) => `${action} ${target} ${source}`)).toEqual([
    'policy.change auditor command',
    'role.update auditor command',
  ])
})

test('--prune deletes roles that no file declares, but none with users, and never admin: all or nothing', async () => {
  await write('roles/clerk.yml', 'roles: [{ roleKey: clerk, roleName: Clerk, dataScope: all, rules: [] }]')
  const refused = await apply('--yes', '--prune')
  expect(refused).toMatchObject({
    code: 1,
    errors: expect.stringContaining('Role "guest" is assigned to users'),
  })
  expect(refused.output).toContain('- delete role guest (not possible: 1 user has it)\n')
  expect(await run('role', 'show', 'clerk')).toMatchObject({ code: 1 })
  await run('user', 'change', 'gina', '--role', 'auditor')
  const applied = await apply('--yes', '--prune', '--json')
  expect(JSON.parse(applied.output)).toMatchObject({
    isApplied: true,
    totals: { rolesToCreate: 1, rolesToDelete: 1, usersAffected: 0 },
    version: expect.any(Number),
  })
  const roles: { roleKey: string }[] = JSON.parse((await run('role', 'list', '--json')).output)
  expect(roles.map(({ roleKey }) => roleKey)).toEqual(['admin', 'auditor', 'clerk'])
})

test('every mistake in the files is reported with its place, and nothing is changed', async () => {
  await mkdir(join(folder.path, 'bad'))
  await write('bad/a.yml', auditorFile('GET /a', 'GET /a/{id}'))
  await write(
    'bad/b.yml',
    `${auditorFile('GET /b')}  - roleKey: admin\n    roleName: A\n    dataScope: all\n    rules: []\n`,
  )
  expect(await run('apply', 'bad', '--yes', '--prune')).toEqual({
    code: 2,
    output: '',
    errors: [
      'bad/a.yml:7: the path pattern "/a/{id}" cannot be used: write ":id" in place of "{id}"',
      'bad/b.yml:2: the role "auditor" is already in bad/a.yml:2. Fix: write it in one place',
      'bad/b.yml:7: the role "admin" cannot be managed with files: it is always enabled and may call everything. Fix: remove it',
      'error: nothing was done: 3 mistakes in the files',
      '',
    ].join('\n'),
  })
  expect(await run('apply', 'none', '--check')).toMatchObject({ code: 2 })
  const unreachable = await apply('--check', '--set', 'database.url=postgres://nobody@127.0.0.1:1/none')
  // Exit code 1 means that there is something to change, so an unreachable database has another one.
  expect(unreachable).toMatchObject({ code: 2, output: '' })
})

test('castellan export writes what exists: applied with --prune, it changes nothing', async () => {
  expect(await run('export', 'exported')).toEqual({
    code: 0,
    output: 'wrote 2 files to exported\n',
    errors: '',
  })
  expect((await readdir(join(folder.path, 'exported'))).toSorted()).toEqual(['auditor.yml', 'clerk.yml'])
  expect(await readFile(join(folder.path, 'exported', 'auditor.yml'), 'utf8')).toBe(
    [
      'roles:',
      '  - roleKey: auditor',
      '    roleName: Auditor',
      '    dataScope: own',
      '    status: enabled',
      '    remark: ""',
      '    rules:',
      '      - GET /api/v1/role',
      '',
    ].join('\n'),
  )
  expect(await run('apply', 'exported', '--check', '--prune')).toMatchObject({ code: 0 })
  expect(await run('export', 'exported')).toMatchObject({
    code: 1,
    errors: expect.stringContaining('empty folder'),
  })
})

describe.runIf(hasTerminal)('on a terminal', () => {
  async function applyTyping(answer: string, before = async () => {}): Promise<string> {
    const terminal = openTerminal(folder.path, ['apply', 'roles'], {
      isTypedIn: true,
      env: { NO_COLOR: '1' },
    })
    try {
      await eventually(() => expect(terminal.output()).toContain('Apply this plan? [y/N]'))
      await before()
      terminal.type(`${answer}\r`)
      return await terminal.ended()
    } finally {
      await terminal.close()
    }
  }

  test('the plan is applied only after a confirmation, and only if it is still true', async () => {
    await write('roles/auditor.yml', auditorFile('GET /api/v1/role', 'GET /api/v1/route'))
    expect(await applyTyping('n')).toContain('error: nothing was done')
    const late = await applyTyping('y', async () => {
      await run('policy', 'add', 'auditor', 'GET', '/api/v1/menurole')
    })
    expect(late).toContain(
      'error: someone has changed roles or rules since the plan was made: nothing was done',
    )
    const applied = await applyTyping('yes')
    expect(applied).toContain('    - GET /api/v1/menurole')
    expect(applied).toMatch(/applied\r?\n/)
    expect(await apply('--check')).toMatchObject({ code: 0 })
  })
})

describe('without the database of the service', () => {
  test('nothing is created, and every failure exits with code 2', async () => {
    const empty = await folderWithSettings()
    try {
      await mkdir(join(empty.path, 'roles'))
      await writeFile(join(empty.path, 'roles', 'auditor.yml'), auditorFile('GET /api/v1/role'))
      const unreachable = ['--set', 'database.url=postgres://nobody@127.0.0.1:1/none']
      const runHere = (...args: string[]) => castellan(empty.path, args)
      const missing = await Promise.all([
        runHere('apply', 'roles', '--check'),
        runHere('apply', 'roles', '--yes'),
        runHere('export', 'written'),
        runHere('routes'),
        runHere('policy', 'export'),
      ])
      for (const { errors, output } of missing) {
        expect(errors).toContain('castellan.db does not exist. Fix: correct database.url')
        expect(output).toBe('')
      }
      expect(missing.map(({ code }) => code)).toEqual([2, 2, 1, 1, 1])
      expect((await readdir(empty.path)).sort()).toEqual(['roles', 'settings.yml'])
      expect(await runHere('apply', 'roles', '--yes', ...unreachable)).toMatchObject({ code: 2, output: '' })
      expect(await runHere('migrate')).toMatchObject({ code: 0 })
      expect(await runHere('apply', 'roles', '--yes')).toMatchObject({ code: 0 })
    } finally {
      await empty.remove()
    }
  })
})
