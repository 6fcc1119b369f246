import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../src/platform/database/database.ts'
import { bearer, call, postJson } from '../support/client.ts'
import { csvRowsOf } from '../support/csv.ts'
import { eventually } from '../support/eventually.ts'
import { claimsOf } from '../support/jwt.ts'
import type { Thing } from '../support/operator.ts'
import { castellan, folderWithSettings, type ServiceProcess, startProcess } from '../support/process.ts'
import { behaviours, startWebhookReceiver } from '../support/webhook-receiver.ts'

const REQUESTS = 'administration.requests=on-call'
const PASSWORD = 'quiet river under nine bridges'

let folder: Awaited<ReturnType<typeof folderWithSettings>>
let service: ServiceProcess

beforeAll(async () => {
  folder = await folderWithSettings()
  service = await startProcess(folder.path, ['application.mode=dev', REQUESTS])
  await run(['role', 'add', 'clerk', '--name', 'Clerk', '--data-scope', '5'])
  await run(['user', 'add', 'anna', '--role', 'clerk', '--password-stdin'], PASSWORD)
})
afterAll(async () => {
  await service.end('SIGTERM')
  await folder.remove()
})

async function run(args: string[], input = ''): Promise<string> {
  const { code, output, errors } = await castellan(folder.path, args, input)
  expect({ args, code, errors }).toEqual({ args, code: 0, errors: '' })
  return output
}

/** What a command prints as JSON: a list, unless told otherwise. */
async function runJson<T = Thing[]>(args: string[], input = ''): Promise<T> {
  return JSON.parse(await run([...args, '--json'], input))
}

async function refused(args: string[], exitCode = 1): Promise<string> {
  const { code, output, errors } = await castellan(folder.path, args)
  expect({ args, code, output }).toEqual({ args, code: exitCode, output: '' })
  return errors
}

async function tokenOf(username: string, password = PASSWORD): Promise<string> {
  const { body } = await call(`${service.base}/login`, postJson({ username, password }))
  return String(body.token)
}

const authorization = (token: string) => ({ authorization: `Bearer ${token}` })
const getinfo = (token: string) => call(`${service.base}/getinfo`, bearer(token))
const dies = (token: string) => eventually(async () => expect((await getinfo(token)).body.code).toBe(401))

describe('user', () => {
  test('change --until gives a role until a time, which show and list say, and never removes the end', async () => {
    await run(['role', 'add', 'deputy', '--name', 'Deputy'])
    await run(['user', 'add', 'ines', '--role', 'clerk', '--password-stdin'], PASSWORD)
    const change = ['user', 'change', 'ines']
    const [before, given] = [
      Date.now(),
      await runJson<Thing>([...change, '--role', 'deputy', '--until', '8h']),
    ]
    expect(Date.parse(String(given.roleUntil)) - before).toBeGreaterThan(7.9 * 3_600_000)
    expect(await run(['user', 'show', 'ines'])).toMatch(/^role +deputy until \d{4}-.*Z$/m)
    expect(await run(['user', 'show', 'ines'])).toMatch(/^role afterwards +clerk$/m)
    expect(await run(['user', 'list', '--name', 'ines'])).toMatch(/deputy until/)
    const question = ['policy', 'explain', 'GET', '/api/v1/orders', '--user', 'ines']
    const { output } = await castellan(folder.path, question)
    expect(output).toMatch(/The user ines has the role deputy until \d{4}-.*Z\./)
    expect(await run([...change, '--until', '2099-01-31T18:00+08:00'])).toContain('2099-01-31T10:00:00Z')
    expect(await runJson([...change, '--until', 'never'])).toMatchObject({ roleUntil: null, formerRoleId: 0 })
    expect(await refused([...change, '--role', 'clerk', '--until', '2020-01-01T00:00Z'])).toContain('future')
    for (const wrong of ['8', 'tomorrow', '2099-01-31', '2099-01-31T18:00', '0h'])
      expect(await refused([...change, '--until', wrong], 2)).toContain('8h')
  })

  test('show, change, list: what the endpoints do', async () => {
    const token = await tokenOf('anna')
    const changed = await runJson([
      'user',
      'change',
      'anna',
      '--nick-name',
      'Anna',
      '--email',
      'a@example.org',
    ])
    expect(changed).toMatchObject({ username: 'anna', nickName: 'Anna', revision: 2 })
    expect(await run(['user', 'show', 'anna'])).toMatch(/^display name +Anna$/m)
    expect(await runJson(['user', 'list', '--email', 'a@example.org'])).toMatchObject([{ username: 'anna' }])
    expect(await runJson(['user', 'list', '--name', 'AN', '--role', 'clerk'])).toMatchObject([
      { username: 'anna' },
    ])
    expect((await getinfo(token)).body.code).toBe(200)
    await run(['user', 'change', 'anna', '--name', 'anna.b'])
    await dies(token)
    await run(['user', 'change', 'anna.b', '--name', 'anna'])
  })

  test('--must-change has a new password set first', async () => {
    await run(['user', 'change', 'anna', '--must-change'])
    const token = await tokenOf('anna')
    expect((await call(`${service.base}/menurole`, bearer(token))).body.code).toBe(409)
    await run(['user', 'passwd', 'anna', '--password-stdin'], `${PASSWORD}!`)
    await dies(token)
    await run(['user', 'passwd', 'anna', '--password-stdin'], PASSWORD)
  })

  test('reset-second-factor removes it and ends the sessions', async () => {
    await run(['user', 'add', 'otto', '--role', 'clerk', '--password-stdin'], PASSWORD)
    expect(await refused(['user', 'reset-second-factor', 'otto'])).toContain('No second factor is set up')
    expect(await refused(['user', 'reset-second-factor', 'nobody'])).toContain('"nobody"')
    const token = await tokenOf('otto')
    const begun = await call(`${service.base}/user/second-factor`, postJson({}, authorization(token)))
    const { secret } = begun.body.data as { secret: string }
    const code = TOTP.generate({ secret: Secret.fromBase32(secret) })
    const confirmation = postJson({ code }, authorization(token))
    expect((await call(`${service.base}/user/second-factor/confirm`, confirmation)).body.code).toBe(200)
    expect(await tokenOf('otto')).toBe('undefined')
    expect(await runJson<Thing>(['user', 'login-methods', 'otto'])).toEqual({
      loginMethods: [],
      secondFactor: { enabled: true, enabledAt: expect.stringMatching(/Z$/), recoveryCodesLeft: 10 },
      passkeys: [],
      links: [],
    })
    expect(await runJson<Thing>(['user', 'reset-second-factor', 'otto'])).toEqual({ username: 'otto' })
    expect((await getinfo(await tokenOf('otto'))).body.code).toBe(200)
    const [newest] = await runJson(['audit-log', 'list'])
    expect(newest).toMatchObject({ action: 'user.second-factor-reset', target: 'otto', source: 'command' })
  })

  test('limit-login and link take methods of an app, which the commands do not know', async () => {
    await run(['user', 'add', 'lea', '--role', 'clerk', '--password-stdin'], PASSWORD)
    expect(await run(['user', 'limit-login', 'lea', '--methods', 'password,app:wechat'])).toContain(
      'app:wechat',
    )
    await run(['user', 'link', 'lea', '--issuer', 'app:wechat', '--subject', 'open-id-of-lea'])
    expect(await runJson<Thing>(['user', 'login-methods', 'lea'])).toMatchObject({
      loginMethods: ['password', 'app:wechat'],
      links: [{ issuer: 'app:wechat', subject: 'open-id-of-lea' }],
    })
    for (const name of ['wechat', 'app:', 'app:WeChat', `app:${'x'.repeat(17)}`]) {
      const { code, errors } = await castellan(folder.path, ['user', 'limit-login', 'lea', '--methods', name])
      expect([code, errors], name).toEqual([2, expect.stringContaining(`"${name}" is not a login method`)])
    }
    await run(['user', 'delete', 'lea'])
  })

  test('delete: all of them or none', async () => {
    await run(['user', 'add', 'gone', '--role', 'clerk', '--password-stdin'], PASSWORD)
    const token = await tokenOf('gone')
    expect(await refused(['user', 'delete', 'gone', 'nobody'])).toContain('"nobody"')
    expect(await refused(['user', 'delete', 'gone', 'admin'])).toContain('last enabled admin')
    expect((await getinfo(token)).body.code).toBe(200)
    await run(['user', 'delete', 'gone'])
    await dies(token)
  })

  test('a weak password is refused here too', async () => {
    const { code, errors } = await castellan(
      folder.path,
      ['user', 'passwd', 'anna', '--password-stdin'],
      'short',
    )
    expect(code).toBe(1)
    expect(errors).toMatch(/at least 15/)
  })
})

describe('access-request', () => {
  const ask = async (token: string, roleId: number) => {
    const asked = postJson({ roleId, hours: 8, reason: 'night of the migration' }, authorization(token))
    const { body } = await call(`${service.base}/user/access-request`, asked)
    return String((body.data as Thing).id)
  }

  test('list shows the requests, approve gives the role, and refuse gives nothing', async () => {
    const { roleId } = await runJson<Thing>(['role', 'add', 'on-call', '--name', 'On call'])
    await run(['user', 'add', 'rosa', '--role', 'clerk', '--password-stdin'], PASSWORD)
    const token = await tokenOf('rosa')
    const first = await ask(token, Number(roleId))
    expect(await run(['access-request', 'list', '--status', 'waiting'])).toMatch(
      /rosa +on-call +8 +waiting .*night of the migration/,
    )
    const refusal = ['access-request', 'refuse', first, '--note', 'not tonight']
    expect(await run(refusal)).toBe('refused the request of rosa for the role on-call for 8 hours\n')
    expect(await runJson<Thing>(['user', 'show', 'rosa'])).toMatchObject({ roleUntil: null })
    const second = await ask(token, Number(roleId))
    // The setting decides, for commands too.
    expect(await refused(['access-request', 'approve', second])).toContain('cannot be requested')
    const approval = ['access-request', 'approve', second, '--set', REQUESTS]
    expect(await run(approval)).toBe('approved the request of rosa for the role on-call for 8 hours\n')
    expect(await runJson<Thing>(['user', 'show', 'rosa'])).toMatchObject({ roleId })
    await dies(token)
    expect(await refused(approval)).toContain('no longer waiting')
    expect(await refused(['access-request', 'approve', '987654'])).toContain('no access request')
    expect(await runJson(['access-request', 'list', '--sort', 'time'])).toMatchObject([
      { id: Number(first), status: 'refused', note: 'not tonight', decidedBy: expect.stringMatching(/./) },
      { id: Number(second), status: 'approved' },
    ])
  })
})

describe('dept', () => {
  test('adds, lists, changes, moves and deletes departments', async () => {
    const top = await runJson<Thing>(['dept', 'add', 'Sales', '--leader', 'Ada'])
    const north = await runJson<Thing>([
      'dept',
      'add',
      'North',
      '--parent',
      String(top.deptId),
      '--order',
      '2',
    ])
    expect(north).toMatchObject({ deptName: 'North', parentId: top.deptId, sort: 2, status: '2' })
    expect(await runJson(['dept', 'list', '--parent', String(top.deptId)])).toMatchObject([
      { deptName: 'North' },
    ])
    await run(['dept', 'change', String(north.deptId), '--name', 'North 2', '--status', 'disabled'])
    expect(await run(['dept', 'list', '--name', 'North'])).toContain('disabled')
    expect(await refused(['dept', 'move', String(top.deptId), '--parent', String(north.deptId)])).toContain(
      'is or would be below itself',
    )
    expect(await refused(['dept', 'delete', String(top.deptId)])).toContain('has departments below it')
    expect(await run(['dept', 'move', String(north.deptId), '--parent', '0'])).toContain('to the top')
    await run(['dept', 'delete', String(north.deptId), String(top.deptId)])
    expect(await refused(['dept', 'change', String(top.deptId), '--name', 'x'])).toContain('no department')
  })

  test('users and roles get departments and data scopes', async () => {
    const { deptId } = await runJson<Thing>(['dept', 'add', 'South'])
    const role = ['--name', 'Branch', '--data-scope', 'custom', '--departments', String(deptId)]
    expect(await runJson<Thing>(['role', 'add', 'branch', ...role])).toMatchObject({ deptIds: [deptId] })
    const membership = ['--department', String(deptId), '--data-scope', 'department-and-below']
    await run(['user', 'add', 'southerner', '--role', 'branch', '--password-stdin', ...membership], PASSWORD)
    expect(await runJson<Thing>(['user', 'show', 'southerner'])).toMatchObject({ deptId, dataScope: '4' })
    const changed = await runJson<Thing>([
      'user',
      'change',
      'southerner',
      '--department',
      '0',
      '--data-scope',
      'role',
    ])
    expect(changed).toMatchObject({ deptId: 0, dataScope: '' })
    expect(await refused(['user', 'change', 'southerner', '--department', '999'])).toContain('does not exist')
    expect(await runJson<Thing>(['role', 'change', 'branch', '--departments', 'none'])).toMatchObject({
      deptIds: [],
    })
  })
})

describe('role and policy', () => {
  test('another key takes the rules along, and so does deleting', async () => {
    await run(['role', 'add', 'before', '--name', 'Before'])
    await run(['policy', 'add', 'before', 'GET', '/api/v1/a'])
    expect(await runJson(['role', 'change', 'before', '--key', 'after'])).toMatchObject({ roleKey: 'after' })
    expect(await runJson(['policy', 'list', '--role', 'after'])).toMatchObject([{ path: '/api/v1/a' }])
    await run(['role', 'delete', 'after'])
    expect(await runJson(['policy', 'list', '--role', 'after'])).toEqual([])
  })

  test('copy adds a role with the same rules', async () => {
    await run(['role', 'add', 'model', '--name', 'Model', '--data-scope', '3'])
    await run(['policy', 'add', 'model', 'GET', '/api/v1/b'])
    const copy = await runJson(['role', 'copy', 'model', 'second-model', '--name', 'Second model'])
    expect(copy).toMatchObject({ roleKey: 'second-model', roleName: 'Second model', dataScope: '3' })
    expect(await runJson(['policy', 'list', '--role', 'second-model'])).toMatchObject([{ path: '/api/v1/b' }])
    expect(await refused(['role', 'copy', 'model', 'clerk', '--name', 'Clerk'])).toContain('already taken')
    await run(['role', 'delete', 'model', 'second-model'])
  })

  test('what is in use cannot be deleted, and the role admin stays what it is', async () => {
    const [inUse, renamed, disabled] = await Promise.all([
      refused(['role', 'delete', 'clerk']),
      refused(['role', 'change', 'admin', '--key', 'root']),
      refused(['role', 'change', 'admin', '--status', 'disabled']),
    ])
    expect(inUse).toContain('"clerk"')
    expect([renamed, disabled]).toEqual([
      expect.stringContaining('"admin"'),
      expect.stringContaining('"admin"'),
    ])
    expect(await run(['role', 'show', 'admin'])).toMatch(/^roleKey +admin$/m)
  })

  test('export and import are inverse, and a file can be taken away again', async () => {
    const file = join(folder.path, 'rules.csv')
    await writeFile(file, 'p, clerk, /api/v1/b, GET\np, clerk, /api/v1/c/*, *\n')
    await run(['policy', 'import', file])
    const exported = await run(['policy', 'export'])
    await writeFile(file, exported)
    expect(await runJson(['policy', 'import', file])).toMatchObject({ added: 0, read: 2 })
    expect(await runJson(['policy', 'remove', '--file', file])).toMatchObject({ removed: 2 })
    expect(await runJson(['policy', 'import', file])).toMatchObject({ added: 2, read: 2 })
    expect(await run(['policy', 'export'])).toBe(exported)
  })
})

describe('policy explain', () => {
  const explain = (...args: string[]) => castellan(folder.path, ['policy', 'explain', ...args])

  beforeAll(async () => {
    await run(['role', 'add', 'reader', '--name', 'Reader'])
    await run(['user', 'add', 'rita', '--role', 'reader', '--password-stdin'], PASSWORD)
    await run(['policy', 'add', 'reader', 'GET', '/api/v1/orders/:id'])
  })

  test('a role and a user get the decision, the reason and the missing rule', async () => {
    expect(await run(['policy', 'explain', 'reader', 'GET', '/api/v1/orders/7'])).toBe(
      'yes, by the rule reader GET /api/v1/orders/:id\n',
    )
    expect(await run(['policy', 'explain', '--user', 'rita', 'PUT', '/api/v1/orders/7'])).toBe(
      [
        'no: no rule allows it',
        'To allow it: castellan policy add reader PUT /api/v1/orders/:id',
        'This rule is for the whole route. For this call alone, add reader PUT /api/v1/orders/7.',
        'Rules that almost allow it:',
        '  reader GET /api/v1/orders/:id (another method)',
        'The user rita has the role reader.',
        '',
      ].join('\n'),
    )
    expect(await runJson(['policy', 'explain', 'admin', 'PUT', '/x'])).toEqual({
      allowed: true,
      why: 'admin',
      roleKey: 'admin',
    })
  })

  test('with --exit-code, the code is 0 for allowed and 1 for denied', async () => {
    const [allowed, denied] = await Promise.all([
      explain('--exit-code', 'reader', 'GET', '/api/v1/orders/7'),
      explain('--exit-code', '--user', 'rita', 'PUT', '/api/v1/orders/7'),
    ])
    expect([allowed.code, denied.code]).toEqual([0, 1])
    expect(denied).toMatchObject({ errors: '', output: expect.stringMatching(/^no: /) })
  })

  test('a refused request is found by its id and by the token, with who, why and the command that allows it', {
    timeout: 300_000,
  }, async () => {
    const token = await tokenOf('rita')
    const denied = await call(`${service.base}/audit-log?secret=x`, bearer(token))
    const requestId = denied.headers.get('x-request-id') ?? ''
    // The service stores refusals in the background.
    const output = await eventually(() => run(['policy', 'explain', '--request', requestId]))
    const lines = output.split('\n')
    expect(lines[0]).toBe('GET /api/v1/audit-log')
    expect(lines[1]).toMatch(/^ {2}who {6}rita, role reader, session \d+$/)
    expect(lines).toContain(`  request  ${requestId}`)
    expect(output).toContain('  why      permission-denied (code 401): No policy rule allowed')
    expect(lines).toContain('    To allow it: castellan policy add reader GET /api/v1/audit-log')

    const group = {
      roleKey: 'reader',
      method: 'GET',
      route: '/api/v1/audit-log',
      reason: 'permission-denied',
    }
    expect(await runJson<object>(['policy', 'refusals', '--role', 'reader'])).toContainEqual({
      ...group,
      count: 1,
      users: 1,
      refusedAt: expect.any(String),
      requestId,
    })
    expect(await run(['policy', 'refusals', '--reason', 'permission-denied', '--sort', 'count'])).toMatch(
      /reader +GET +\/api\/v1\/audit-log +permission-denied +1 +1 /,
    )

    const tokenId = String(claimsOf(token).jti)
    expect(await runJson<object>(['policy', 'explain', '--token-id', tokenId])).toMatchObject({
      list: [{ requestId, user: { username: 'rita' }, access: { allowed: false } }],
    })
    expect(await run(['policy', 'explain', '--token-id', tokenId, 'GET', '/api/v1/orders/7'])).toMatch(
      /^yes, by the rule reader GET .*\nThe user rita has the role reader\.\n$/s,
    )
  })

  test('an unknown request id finds nothing and exits with 1', async () => {
    expect(await explain('--request', 'unknown')).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^No refused request was found\./),
    })
  })

  test.each([
    [['raeder', 'GET', '/a'], 1, 'no role with the key "raeder"'],
    [['--user', 'nobody', 'GET', '/a'], 1, 'no user with the username "nobody"'],
    [['reader', 'BREW', '/a'], 1, 'the method "BREW" is unknown'],
    [['reader', 'GET', 'api/v1/orders'], 1, 'must start with "/"'],
    [['reader', 'GET'], 2, 'give a role, a method and a path'],
    [[], 2, 'give a role, a method and a path'],
    [['--token-id', '999', 'GET', '/a'], 1, 'no session with the ID 999'],
    [['--token-id', 'a.b.c', 'GET', '/a'], 1, 'Do not send the token itself'],
    [['--user', 'rita', 'reader', 'GET', '/a'], 2, 'give a role, a method and a path'],
  ])('%j is an error, not a denial', async (args, exitCode, message) => {
    expect(await refused(['policy', 'explain', ...args], exitCode)).toContain(message)
    expect(await refused(['policy', 'explain', '--exit-code', ...args], 2)).toContain(message)
  })
})

describe('policy preview', () => {
  const role = 'librarian'
  const BOOKS = '/api/v1/role/:id'
  const previewOf = (args: string[], input: string) =>
    castellan(folder.path, ['policy', 'preview', '-', ...args], input)

  beforeAll(async () => {
    await run(['role', 'add', role, '--name', 'Librarian', '--data-scope', 'all'])
    await run(['user', 'add', 'lea', '--role', role, '--password-stdin'], PASSWORD)
    await run(['role', 'add', 'planner', '--name', 'Planner', '--data-scope', 'all'])
    await run(['user', 'add', 'paul', '--role', 'planner', '--password-stdin'], PASSWORD)
    await run(['policy', 'add', 'planner', 'POST', '/api/v1/policy/preview'])
    await run(['policy', 'add', role, 'GET', BOOKS])
    const token = await tokenOf('lea')
    await eventually(async () => {
      const { body } = await call(`${service.base}/role/1`, bearer(token))
      expect(body.code).toBe(200)
    })
    await call(`${service.base}/session`, bearer(token))
    // The preview of the service stores what it has recorded.
    const request = postJson({ csv: '\n' })
    const headers = { ...request.headers, authorization: `Bearer ${await tokenOf('paul')}` }
    const { body } = await call(`${service.base}/policy/preview`, { ...request, headers })
    expect(body.code).toBe(200)
  })

  test('shows who gains and who loses what, changes nothing, and has an exit code for scripts', async () => {
    const change = `- p, ${role}, ${BOOKS}, GET\n+ p, ${role}, /api/v1/session, GET\n`
    const { code, output, errors } = await previewOf([], change)
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    expect(output).toMatch(/^1 rule would be added, 1 removed\. Nothing was changed\.$/m)
    expect(output).toMatch(/^loses +librarian +1 +GET +\/api\/v1\/role\/:id +[1-9]\d* +\d{4}-/m)
    expect(output).toContain('Routes that become callable: 1 of the service')
    expect(output).toMatch(/^gains +librarian +1 +GET +\/api\/v1\/session +0 +1 +\d{4}-/m)
    const [losing, gaining] = await Promise.all([
      previewOf(['--exit-code', '--json'], change),
      previewOf(['--exit-code', '--replace-role', role], `p, ${role}, /api/v1/role/*, GET\n`),
    ])
    expect([losing.code, gaining.code]).toEqual([1, 0])
    expect(JSON.parse(losing.output)).toMatchObject({
      lossCount: 1,
      losses: [{ roleKey: role, route: BOOKS }],
    })
    expect(gaining.output).toContain('The change affects no recorded call.')
    expect(await runJson(['policy', 'list', '--role', role])).toMatchObject([{ path: BOOKS }])
  })

  test.each([
    ['a whole policy with a sign', ['--replace'], '- p, librarian, /a, GET', 1, 'line 1: only "p, role'],
    ['a line that is not a rule', [], 'librarian GET /a', 1, 'line 1: '],
    ['a rule to remove that does not exist', [], '- p, librarian, /a, GET', 1, 'does not exist'],
    ['a failure with --exit-code', ['--exit-code'], '- p, librarian, /a, GET', 2, 'does not exist'],
    [
      'a record that is off',
      ['--exit-code', '--set', 'usage.keepDays=0'],
      '',
      2,
      'The record of calls is off',
    ],
    [
      'an unknown role to replace',
      ['--exit-code', '--replace-role', 'librarain'],
      '',
      2,
      '"librarain" does not',
    ],
    ['two kinds of replacement', ['--replace', '--replace-role', role], '', 2, 'not both'],
  ])('%s is an error', async (_, args, input, exitCode, message) => {
    const { code, output, errors } = await previewOf(args, input)
    expect({ code, output }).toEqual({ code: exitCode, output: '' })
    expect(errors).toContain(message)
  })
})

describe('policy change', () => {
  const role = 'buyer'
  const rule = (path: string) => `${role} GET ${path}`
  const change = (...args: string[]) => castellan(folder.path, ['policy', 'change', ...args])
  const paths = async () => (await runJson(['policy', 'list', '--role', role])).map(({ path }) => path)

  beforeAll(async () => {
    await run(['role', 'add', role, '--name', 'Buyer'])
    await run(['policy', 'add', role, 'GET', '/api/v1/a'])
  })

  test('adds and removes in one change: --check only shows the effect, --yes makes it', async () => {
    const given = [
      '--add',
      rule('/api/v1/b'),
      '--add',
      rule('/api/v1/session'),
      '--remove',
      rule('/api/v1/a'),
    ]
    const { code, output } = await change(...given, '--check')
    expect(code).toBe(0)
    expect(output).toContain('2 rules would be added, 1 removed. Nothing was changed.')
    expect(output).toContain('Routes that become callable: 1 of the service')
    expect(await paths()).toEqual(['/api/v1/a'])
    expect(await change(...given, '--yes')).toEqual({
      code: 0,
      output: '2 rules added, 1 rule removed\n',
      errors: '',
    })
    expect(await paths()).toEqual(['/api/v1/b', '/api/v1/session'])
    const [entry] = await runJson(['audit-log', 'list', '--action', 'policy.change'])
    expect(entry).toMatchObject({ target: role, source: 'command' })
    const again = await runJson(['policy', 'change', '--add', rule('/api/v1/b'), '--yes'])
    expect(again).toMatchObject({ added: [], removed: [] })
  })

  test.each([
    ['nothing to change', [], 2, 'give at least one rule'],
    [
      'a rule in several arguments',
      ['--add', role, 'GET', '/a', '--yes'],
      2,
      'write --add "role method path"',
    ],
    ['no terminal', ['--add', rule('/a')], 2, 'there is no terminal to confirm the change'],
    ['a rule that does not exist', ['--add', rule('/a'), '--remove', rule('/b'), '--yes'], 1, rule('/b')],
    ['a bad path', ['--add', rule('/a/{id}'), '--yes'], 1, 'write ":id"'],
    ['an unknown role', ['--add', 'bayer GET /a', '--check'], 1, '"bayer"'],
  ])('%s is an error, and nothing is changed', async (_, args, exitCode, message) => {
    const before = await paths()
    expect(await refused(['policy', 'change', ...args], exitCode)).toContain(message)
    expect(await paths()).toEqual(before)
  })
})

describe('session', () => {
  test('list and end: one, and all of a user', async () => {
    const [first, second, third] = [await tokenOf('anna'), await tokenOf('anna'), await tokenOf('anna')]
    const sessions = await runJson(['session', 'list', '--user', 'anna'])
    expect(sessions).toHaveLength(3)
    const oldest = String(sessions[2]?.sessionId)
    expect(sessions[0]).toMatchObject({ username: 'anna', roleKey: 'clerk', ipaddr: '127.0.0.1' })
    expect(await refused(['session', 'end', oldest, '999999'])).toContain('999999')
    expect((await getinfo(first)).body.code).toBe(200)
    expect(await run(['session', 'end', oldest])).toBe('ended 1 session\n')
    await dies(first)
    expect((await getinfo(second)).body.code).toBe(200)
    expect(await runJson(['session', 'end', '--user', 'anna'])).toMatchObject({ ended: 2 })
    await dies(second)
    await dies(third)
    expect((await getinfo(third)).body.msg).toMatch(/ended by an operator/)
    for (const nothingOrBoth of [[], ['1', '--role', 'clerk']])
      expect(await refused(['session', 'end', ...nothingOrBoth], 2)).toContain('either ids, or options')
    const both = ['session', 'end', '--user', 'anna', '--address', '127.0.0.0/8']
    expect(await runJson(both)).toMatchObject({ ended: 0 })
    expect(await refused(['session', 'list', '--address', '10.0.0.0/99'], 2)).toContain('10.0.0.0/16')
  })

  test('end: all of a role', async () => {
    await run(['role', 'add', 'porter', '--name', 'Porter'])
    for (const name of ['pia', 'pit'])
      await run(['user', 'add', name, '--role', 'porter', '--password-stdin'], PASSWORD)
    const [anna, pia, pit] = [await tokenOf('anna'), await tokenOf('pia'), await tokenOf('pit')]
    expect(await refused(['session', 'end', '--role', 'nobody'])).toContain('"nobody"')
    expect(await run(['session', 'end', '--role', 'porter'])).toBe('ended 2 sessions\n')
    for (const token of [pia, pit]) await dies(token)
    expect((await getinfo(anna)).body.code).toBe(200)
    expect(await runJson(['session', 'end', '--role', 'porter'])).toMatchObject({ ended: 0 })
  })
})

describe('login-log', () => {
  test('list, show, export and delete, with filters', async () => {
    await call(`${service.base}/login`, postJson({ username: '=evil', password: 'x' }))
    const list = () => runJson(['login-log', 'list', '--user', '=evil', '--status', 'failure'])
    await eventually(async () => expect(await list()).toHaveLength(1))
    const id = String((await list())[0]?.id)
    expect(await run(['login-log', 'list', '--user', '=evil'])).toMatch(/ METHOD .*\n.* password /)
    expect(await run(['login-log', 'show', id])).toMatch(/^username +=evil$/m)
    const rows = await csvRowsOf(await run(['login-log', 'export', '--user', '=evil', '--status', 'failure']))
    expect(rows).toMatchObject([{ username: "'=evil", status: '1' }])
    expect(await refused(['login-log', 'list', '--from', 'yesterday'], 2)).toMatch(/--from must be a time/)
    expect(await refused(['login-log', 'delete', id, '999999'])).toContain('999999')
    await run(['login-log', 'delete', id])
    expect(await list()).toEqual([])
    expect(await run(['login-log', 'verify'])).toMatch(/^intact: .*1 removed by operators/)
  })
})

describe('lists', () => {
  test.each([
    ['user', 'userId'],
    ['role', 'roleId'],
    ['policy', 'path'],
    ['login-log', 'time'],
    ['audit-log', 'time'],
    ['events', 'time'],
  ])('%s list takes --sort, --descending, --limit and --offset', async (group, field) => {
    const list = (...args: string[]) =>
      castellan(folder.path, [group, 'list', '--sort', field, '--json', '--limit', '1000', ...args])
    // The service may still be storing login attempts.
    await eventually(async () => {
      const [ascending, descending, part] = await Promise.all([
        list(),
        list('--descending'),
        list('--offset', '1', '--limit', '1'),
      ])
      const rows: unknown[] = JSON.parse(ascending.output)
      expect(JSON.parse(descending.output)).toEqual(rows.toReversed())
      expect(JSON.parse(part.output)).toEqual(rows.slice(1, 2))
      const rest = rows.length - 2
      expect(part.errors).toBe(
        rest > 0 ? `${rest} more ${rest === 1 ? 'row' : 'rows'}: add --offset 2, or a larger --limit\n` : '',
      )
    })
  })

  test('a new role has only its own data unless a data scope is given', async () => {
    await run(['role', 'add', 'narrow', '--name', 'Narrow'])
    expect(await run(['role', 'show', 'narrow'])).toMatch(/^dataScope +own data only$/m)
    await run(['role', 'delete', 'narrow'])
  })

  test('tables show words instead of codes', async () => {
    expect(await run(['user', 'list', '--name', 'anna'])).toMatch(
      /^\d+ +anna +Anna +clerk +(?:\S.*\S)? +enabled +(?:never|\S+Z) +\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/m,
    )
    expect(await run(['role', 'list', '--key', 'clerk'])).toMatch(
      /^\d+ +clerk +\S+ +own data only +enabled$/m,
    )
    const user = await run(['user', 'show', 'anna'])
    expect(user).toMatch(/^role +clerk$/m)
    expect(user).toMatch(/^status +enabled$/m)
    await run(['role', 'change', 'clerk', '--data-scope', 'department'])
    expect(await run(['role', 'show', 'clerk'])).toMatch(/^dataScope +own department$/m)
    await run(['role', 'change', 'clerk', '--data-scope', '5'])
  })
})

describe('events', () => {
  test('a command that grants admin rights causes one, and lists select them', async () => {
    await run(['user', 'add', 'eva', '--role', 'admin', '--password-stdin'], PASSWORD)
    const [event] = await runJson(['events', 'list', '--kind', 'admin.granted', '--severity', 'critical'])
    expect(event).toMatchObject({ fields: { username: 'eva', change: 'created', source: 'command' } })
    expect(await run(['events', 'list'])).toMatch(/ critical +admin\.granted +“eva” has admin rights now/)
    expect(await runJson(['events', 'list', '--kind', 'login.failures'])).toEqual([])
    for (const kind of ['nothing', 'test'])
      expect(await refused(['events', 'list', '--kind', kind], 2)).toContain('admin.granted')
    await run(['user', 'delete', 'eva'])
  })

  test('test sends a signed event to each webhook and prints the results', async () => {
    const receiver = await startWebhookReceiver()
    try {
      const secret = `whsec_${Buffer.from('the secret of the webhook').toString('base64')}`
      const webhooks = ['one', 'two'].map((name) => ({ name, url: receiver.url, secret }))
      await writeFile(join(folder.path, 'webhooks.json'), JSON.stringify(webhooks))
      const settings = ['--set', 'events.webhooks=@webhooks.json']
      receiver.next.push(behaviours.fail)
      const { code, output } = await castellan(folder.path, ['events', 'test', 'two', ...settings])
      expect({ code, output }).toEqual({ code: 1, output: 'two: failed: status 500\n' })
      expect(await run(['events', 'test', ...settings])).toBe(
        'one: delivered (status 204)\ntwo: delivered (status 204)\n',
      )
      expect(receiver.received.map(({ body }) => JSON.parse(body).type)).toEqual(['test', 'test', 'test'])
      expect(await refused(['events', 'test', 'three', ...settings], 2)).toContain('"three"')
      await writeFile(
        join(folder.path, 'misspelt.json'),
        JSON.stringify([{ ...webhooks[0], kinds: ['logn.*'] }]),
      )
      const misspelt = ['--set', 'events.webhooks=@misspelt.json']
      expect(await refused(['events', 'test', ...misspelt], 2)).toContain('"logn.*", which does not exist')
      const none = { lastEventId: null, waiting: 0, failures: 0, nextRetry: null, skipped: 0 }
      expect(await runJson(['events', 'webhooks', ...settings])).toEqual(
        ['one', 'two'].map((name) => ({ name, status: 'new', ...none })),
      )
      expect(await run(['events', 'webhooks', ...settings])).toMatch(/^two +new +0 +0 +0$/m)
      const shown = await run(['settings', ...settings])
      expect(shown).not.toContain(secret)
      expect(shown).not.toContain('/hook')
    } finally {
      await receiver.close()
    }
    expect(await refused(['events', 'test'], 2)).toContain('events.webhooks is empty')
  })
})

describe('audit-log', () => {
  test('has every change that a command made, with who made it', async () => {
    const [before] = await runJson(['audit-log', 'list', '--limit', '200'])
    await run(['role', 'change', 'clerk', '--name', 'Clerks'])
    const [entry, previous] = await runJson(['audit-log', 'list', '--limit', '200'])
    expect(previous).toEqual(before)
    expect(entry).toMatchObject({
      source: 'command',
      operatorId: 0,
      operator: expect.stringMatching(/\S/),
      action: 'role.update',
      target: 'clerk',
      before: { roleName: 'Clerk' },
      after: { roleName: 'Clerks' },
    })
    const ofClerk = await runJson(['audit-log', 'list', '--target', 'clerk', '--target-kind', 'role'])
    expect(ofClerk[0]).toEqual(entry)
    expect(new Set(ofClerk.map(({ target }) => target))).toEqual(new Set(['clerk']))
    expect(await runJson(['audit-log', 'list', '--target', 'cler'])).toEqual([])
    expect(await run(['audit-log', 'show', String(entry?.id)])).toMatch(/^after +\{"roleName":"Clerks"/m)
    const rows = await csvRowsOf(await run(['audit-log', 'export', '--target-kind', 'session']))
    expect(rows.map(({ action }) => action)).toEqual(['session.end'])
    expect(await run(['audit-log', 'verify'])).toMatch(/^intact: /)
    expect(await run(['audit-log', 'export'])).not.toContain(PASSWORD)
  })

  test('what a command did not do is not in it', async () => {
    const before = await runJson(['audit-log', 'list', '--limit', '200'])
    await refused(['role', 'delete', 'clerk'])
    await refused(['user', 'disable', 'admin'])
    expect(await runJson(['audit-log', 'list', '--limit', '200'])).toEqual(before)
  })
})

/** Adds a role that was last changed a year ago. */
async function addOldRole(roleKey: string): Promise<void> {
  await run(['role', 'add', roleKey, '--name', roleKey, '--data-scope', 'own'])
  const { database, close } = await openDatabase(`sqlite:${join(service.started.dataDir, 'castellan.db')}`)
  try {
    const updated_at = Date.now() - 365 * 24 * 60 * 60 * 1000
    await database.updateTable('roles').set({ updated_at }).where('role_key', '=', roleKey).execute()
  } finally {
    await close()
  }
}

describe('report', () => {
  test('lists, and cleans up after a confirmation, with one audit log entry', async () => {
    await run(['role', 'add', 'copy', '--name', 'Copy', '--data-scope', 'own'])
    await run(['policy', 'add', 'copy', 'GET', '/reported/*'])
    await run(['policy', 'add', 'copy', 'GET', '/reported/:id'])
    const coveredBy = { roleKey: 'copy', path: '/reported/*', method: 'GET' }
    const covered = { roleKey: 'copy', path: '/reported/:id', method: 'GET', coveredBy }
    const report = ['report', 'covered-rules']
    const listed = await runJson<{ count: number; list: Thing[] }>(report)
    expect(listed.list).toContainEqual(covered)
    expect(await run(report)).toMatch(
      /^ROLE +METHOD +PATH +COVERED BY\n(?:.*\n)*copy +GET +\/reported\/:id +GET \/reported\/\*/,
    )

    const unconfirmed = await castellan(folder.path, [...report, '--clean-up'])
    expect(unconfirmed).toMatchObject({ code: 2, output: '', errors: expect.stringContaining('add --yes') })
    expect(await runJson(report)).toEqual(listed)
    const done = await runJson<Thing>([...report, '--clean-up', '--yes'])
    expect(done).toMatchObject({ report: 'covered-rules', done: listed.count, left: 0 })
    const [entry] = await runJson(['audit-log', 'list', '--action', 'policy.remove'])
    expect(entry).toMatchObject({ source: 'command', after: { report: 'covered-rules' } })
    expect(await run(report)).toBe('no rules that another rule of the same role covers\n')

    expect(await run(['report', 'unused-roles'])).toBe('no roles without users\n')
    await addOldRole('forgotten')
    const summary = await runJson<{ report: string; entries: number }[]>(['report', '--days', '30'])
    expect(summary.map(({ report: name }) => name)).toEqual([
      'unused-rules',
      'covered-rules',
      'same-rights',
      'unused-roles',
      'idle-users',
      'empty-scopes',
    ])
    expect(await refused(['report', 'empty-scopes', '--clean-up', '--yes'], 2)).toContain('has no clean-up')
    expect(summary.find(({ report: name }) => name === 'unused-roles')?.entries).toBe(1)
    expect(await run(['report', 'unused-rules'])).toMatch(/^Not enough data: /)
    expect(await run(['report', 'unused-roles', '--clean-up', '--yes'])).toBe('deleted 1 role\n')
    expect(await run(['report', 'idle-users'])).toBe('no users without a login\n')
  })

  test('wrong usage exits with 2', async () => {
    expect(await refused(['report', '--clean-up', '--yes'], 2)).toContain('needs the name of a report')
    for (const args of [['nothing'], ['idle-users', '--days', '0'], ['idle-users', '--days', '3651']])
      await refused(['report', ...args], 2)
  })
})
