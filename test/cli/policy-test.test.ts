import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { castellan, folderWithSettings } from '../support/process.ts'

const write = (name: string, text: string) => writeFile(join(folder.path, name), text)

const folder = await folderWithSettings()
afterAll(folder.remove)
await write('rules.csv', 'p, auditor, /orders/:id, GET\np, editor, /orders/*, *\n')
await write(
  'roles.yml',
  'roles: [{ roleKey: auditor, roleName: Auditor, dataScope: own, status: disabled, rules: [GET /orders/:id] }]',
)
await write(
  'met.yml',
  ['- role: auditor', '  may: [GET /orders/7, GET /api/v1/user/profile]', '  may not: DELETE /orders/7'].join(
    '\n',
  ),
)
await write(
  'unmet.yml',
  [
    '- role: auditor',
    '  may: DELETE /orders/7',
    '  may not:',
    '    - GET /orders/7',
    '    - PUT /orders/7',
    '- role: admin',
    '  may not: GET /x',
  ].join('\n'),
)

const run = (...args: string[]) => castellan(folder.path, ['policy', 'test', ...args])

describe('against a file, without a database', () => {
  const UNUSABLE = ['--set', 'database.url=postgres://nobody@127.0.0.1:1/none']

  test('all expectations are met: exit code 0', async () => {
    expect(await run('met.yml', '--policy', 'rules.csv', ...UNUSABLE)).toEqual({
      code: 0,
      output: '3 expectations met\n',
      errors: '',
    })
  })

  test('each one that is not met gets the place, the decision and the reason: exit code 1', async () => {
    expect(await run('met.yml', 'unmet.yml', '--policy', 'rules.csv', ...UNUSABLE)).toEqual({
      code: 1,
      output: [
        'not met: unmet.yml:2: role auditor may DELETE /orders/7',
        '  It is denied: the role auditor has no rule that allows it.',
        '  To allow it, add the rule auditor DELETE /orders/7',
        'not met: unmet.yml:4: role auditor may not GET /orders/7',
        '  It is allowed by the rule auditor GET /orders/:id',
        'not met: unmet.yml:7: role admin may not GET /x',
        '  It is allowed: the role admin may call everything.',
        '3 of 7 expectations not met',
        '',
      ].join('\n'),
      errors: '',
    })
  })

  test('role files count with their status, and the exclusion list of the settings', async () => {
    const exclude = ['--set', 'permission.exclude=[{"method":"GET","path":"/orders/:id","reason":"a test"}]']
    const [disabled, excluded] = await Promise.all([
      run('met.yml', '--policy', 'roles.yml', '--json'),
      run('met.yml', '--policy', 'rules.csv', '--json', ...exclude),
    ])
    expect(disabled.code).toBe(1)
    expect(JSON.parse(disabled.output)).toMatchObject({
      met: 1,
      unmet: 2,
      expectations: [
        {
          file: 'met.yml',
          line: 2,
          roleKey: 'auditor',
          method: 'GET',
          path: '/orders/7',
          expected: 'may',
          isMet: false,
          access: { allowed: false, why: 'role-disabled' },
        },
        {},
        { expected: 'may not', isMet: true },
      ],
    })
    expect(JSON.parse(excluded.output).expectations[0]).toMatchObject({ access: { why: 'excluded' } })
  })

  test('public and identity routes count: those of the service, or of a lock file', async () => {
    await write(
      'open.yml',
      '- role: auditor\n  may not: [GET /api/v1/getinfo, GET /livez, GET /my-orders, GET /news/7]\n',
    )
    await write('app.lock', 'GET /my-orders identity app\nGET /news/:id excluded app, all users read them\n')
    const [ofService, ofLock, missing] = await Promise.all([
      run('open.yml', '--policy', 'rules.csv', ...UNUSABLE),
      run('open.yml', '--policy', 'rules.csv', '--routes', 'app.lock'),
      run('open.yml', '--policy', 'rules.csv', '--routes', 'none.lock'),
    ])
    expect(ofService).toMatchObject({ code: 1, errors: '' })
    expect(ofService.output.split('\n')).toEqual([
      'not met: open.yml:2: role auditor may not GET /api/v1/getinfo',
      '  It is allowed: every logged-in user may call it.',
      'not met: open.yml:2: role auditor may not GET /livez',
      '  It is allowed: the route has no checks.',
      '2 of 4 expectations not met',
      '',
    ])
    expect(ofLock.code).toBe(1)
    expect(ofLock.output).toContain('may not GET /my-orders\n')
    expect(ofLock.output).toContain('may not GET /news/7\n')
    expect(ofLock.output).toContain('2 of 4 expectations not met')
    expect(missing).toMatchObject({ code: 2, errors: expect.stringContaining('cannot read none.lock') })
  })

  test('a path with a slash at the end also needs the rule without it, unless the app has such a route', async () => {
    await write('below.csv', 'p, auditor, /orders/*, GET\n')
    await write('slash.yml', '- role: auditor\n  may: [GET /orders/, GET /orders/7/]\n')
    await write('slash.lock', 'GET /orders/ policy app\n')
    const [unknown, ofApp] = await Promise.all([
      run('slash.yml', '--policy', 'below.csv'),
      run('slash.yml', '--policy', 'below.csv', '--routes', 'slash.lock'),
    ])
    expect(unknown).toMatchObject({ code: 1, errors: '' })
    expect(unknown.output).toContain('role auditor may GET /orders/\n')
    expect(unknown.output).toContain('To allow it, add the rule auditor GET /orders\n')
    expect(unknown.output).toContain('1 of 2 expectations not met')
    expect(ofApp).toMatchObject({ code: 0, errors: '' })
  })

  test('what cannot be decided is an error and not "denied": exit code 2', async () => {
    await write('unknown.yml', '- role: auditr\n  may not: GET /a\n- user: alice\n  may not: GET /a\n')
    await write('bad.csv', 'p, auditor, /orders/{id}, GET\n')
    await write('empty.yml', '# none yet\n')
    const [unknown, json, badCsv, empty] = await Promise.all([
      run('unknown.yml', '--policy', 'rules.csv'),
      run('unknown.yml', '--policy', 'rules.csv', '--json'),
      run('met.yml', '--policy', 'bad.csv'),
      run('empty.yml', '--policy', 'rules.csv'),
    ])
    expect(unknown).toMatchObject({ code: 2, output: '' })
    expect(unknown.errors.split('\n')).toEqual([
      'unknown.yml:2: There is no role with the key "auditr". Fix: correct the name, or add it first',
      'unknown.yml:4: the user "alice" is not in the policy files, which contain only roles. Fix: write a role, or test without --policy',
      'error: nothing was done: 2 mistakes in the files',
      '',
    ])
    expect(json.code).toBe(2)
    expect(JSON.parse(json.errors).error).toMatch(/^unknown.yml:2: .*; unknown.yml:4: /)
    expect(badCsv).toMatchObject({
      code: 2,
      errors: expect.stringMatching(/^error: bad.csv:1: .*write ":id"/),
    })
    expect(empty).toMatchObject({
      code: 2,
      errors: expect.stringMatching(/^error: empty.yml:1: there are no expect/),
    })
  })
})

test('without --policy, the stored roles, rules and users are tested', async () => {
  const withoutDatabase = await run('met.yml')
  expect(withoutDatabase).toMatchObject({
    code: 2,
    output: '',
    errors: expect.stringContaining('castellan.db does not exist. Fix: '),
  })
  for (const args of [
    ['migrate'],
    ['role', 'add', 'auditor', '--name', 'Auditor'],
    ['policy', 'add', 'auditor', 'GET', '/orders/:id'],
  ])
    expect(await castellan(folder.path, args)).toMatchObject({ code: 0 })
  const password = 'quiet river under nine bridges'
  await castellan(folder.path, ['user', 'add', 'alice', '--role', 'auditor', '--password-stdin'], password)
  await write('user.yml', '- user: alice\n  may: GET /orders/7\n  may not: DELETE /orders/7\n')
  await write('nobody.yml', '- user: nobody\n  may not: GET /orders/7\n')
  const explained = await castellan(folder.path, ['policy', 'explain', 'auditor', 'GET', '/api/v1/getinfo'])
  expect(explained).toMatchObject({ code: 0, output: expect.stringContaining('every logged-in user') })
  const [met, unknown, unreachable] = await Promise.all([
    run('met.yml', 'user.yml'),
    run('nobody.yml'),
    run('met.yml', '--set', 'database.url=postgres://nobody@127.0.0.1:1/none'),
  ])
  expect(met).toEqual({ code: 0, output: '5 expectations met\n', errors: '' })
  expect(unknown).toMatchObject({
    code: 2,
    errors: expect.stringContaining('nobody.yml:2: There is no user'),
  })
  // Exit code 1 means that an expectation is not met, so an unreachable database has another one.
  expect(unreachable).toMatchObject({ code: 2, output: '' })
  await castellan(folder.path, ['user', 'disable', 'alice'])
  const disabled = await run('user.yml')
  expect(disabled).toMatchObject({
    code: 1,
    output: expect.stringContaining('It is denied: the user is disabled.'),
  })
})
