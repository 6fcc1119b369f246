import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { login, loginAs } from '../support/client.ts'
import { createHandlerRuns } from '../support/handler-runs.ts'
import { castellan, folderWithSettings } from '../support/process.ts'
import { SECRET, startService, type TestService } from '../support/service.ts'

const UPSTREAM = [
  ...['--set', 'gateway.upstreams=[{"prefix":"/api/v1/crm","url":"http://127.0.0.1:1"}]'],
  ...['--set', `gateway.signingSecret=${SECRET}`],
]
const UNUSABLE = ['--set', 'database.url=postgres://nobody@127.0.0.1:1/none']

const folder = await folderWithSettings()
afterAll(folder.remove)

const run = (...args: string[]) => castellan(folder.path, ['routes', ...args])

describe('the routes of castellan serve', () => {
  test('a lock file is written and compared without the database', async () => {
    const written = await run('--write', 'routes.lock', ...UPSTREAM, ...UNUSABLE)
    expect(written).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^wrote \d+ routes to routes.lock\n$/),
    })
    const lines = (await readFile(join(folder.path, 'routes.lock'), 'utf8')).split('\n')
    const count = lines.filter((line) => /^[^#]/.test(line)).length
    expect(written.output).toBe(`wrote ${count} routes to routes.lock\n`)
    // The pages of the console are alike: one line.
    expect(lines.filter((line) => / \/(?!api\/v1\/|livez|readyz)/.test(line))).toEqual([
      'GET / public console',
    ])
    expect(lines).toEqual(
      expect.arrayContaining([
        '* /api/v1/authorize policy service',
        '* /api/v1/crm policy upstream',
        '* /api/v1/crm/* policy upstream',
        'GET /api/v1/getinfo identity service',
        'GET /api/v1/role policy service',
        'GET /livez public service',
        'POST /api/v1/login public service',
        'POST /api/v1/logout excluded service, every user may end their own session',
      ]),
    )
    expect(lines.filter((line) => line.includes('unguarded'))).toEqual([])

    const exclude = [
      { method: 'GET', path: '/api/v1/crm/news/:id', reason: 'all users read the news' },
      { method: 'POST', path: '/api/v1/crm', reason: 'all users register' },
      { method: 'DELETE', path: '/shop/*', reason: 'behind the proxy' },
    ]
    const opened = ['--set', `permission.exclude=${JSON.stringify(exclude)}`]
    const [same, changed, asJson] = await Promise.all([
      run('--check', 'routes.lock', ...UPSTREAM, ...UNUSABLE),
      run('--check', 'routes.lock', ...UPSTREAM, ...UNUSABLE, ...opened),
      run('--check', 'routes.lock', '--json'),
    ])
    expect(same).toMatchObject({ code: 0, output: `${count} routes as in routes.lock\n` })
    expect(changed).toMatchObject({
      code: 1,
      output: [
        'The routes differ from routes.lock:',
        '  changed  POST /api/v1/crm: policy upstream → excluded upstream, all users register',
        '  changed  GET /api/v1/crm/*: policy upstream → policy upstream, except GET /api/v1/crm/news/:id: all users read the news',
        '  new      DELETE /shop/*: excluded settings, behind the proxy',
        'If this is intended, run the same command with --write instead of --check.',
        '',
      ].join('\n'),
    })
    expect(asJson.code).toBe(1)
    expect(JSON.parse(asJson.output).differences).toContainEqual({
      method: 'GET',
      path: '/api/v1/crm',
      before: 'policy upstream',
    })
  })

  test('a list shows the roles that can call a route', async () => {
    await castellan(folder.path, ['migrate'])
    await castellan(folder.path, ['role', 'add', 'auditor', '--name', 'Auditor'])
    await castellan(folder.path, ['policy', 'add', 'auditor', 'GET', '/api/v1/role'])
    await castellan(folder.path, ['policy', 'add', 'auditor', 'GET', '/api/v1/role/7'])
    const [table, asJson] = await Promise.all([run(), run('--json')])
    expect(table.code).toBe(0)
    expect(table.output).toMatch(/^METHOD +PATH +CLASS +ORIGIN +WHO CAN CALL IT\n/)
    expect(table.output).toMatch(/^GET +\/api\/v1\/role +policy +service +admin, auditor$/m)
    expect(table.output).toMatch(/^GET +\/api\/v1\/role\/:id +policy +service +admin, auditor \(partly\)$/m)
    expect(table.output).toMatch(/^GET +\/api\/v1\/getinfo +identity +service +every logged-in user$/m)
    expect(table.output).toMatch(/^\* +\/api\/v1\/authorize +policy +service +decides about the original/m)
    expect(JSON.parse(asJson.output)).toContainEqual({
      method: 'GET',
      path: '/api/v1/role/:id',
      checks: 'both',
      origin: 'service',
      class: 'policy',
      roles: [],
      partly: ['auditor'],
    })
  })

  test('a missing lock file, a broken one and contradicting options are errors: exit code 2', async () => {
    await writeFile(join(folder.path, 'broken.lock'), '<<<<<<< HEAD\n')
    const dangerous = 'permission.exclude=[{"method":"GET","path":"/api/v1/role","reason":"a test"}]'
    const [missing, broken, both, refused] = await Promise.all([
      run('--check', 'none.lock'),
      run('--check', 'broken.lock'),
      run('--check', 'a', '--write', 'b'),
      run('--check', 'broken.lock', '--set', dangerous),
    ])
    expect(missing).toMatchObject({
      code: 2,
      errors: expect.stringMatching(/cannot read none.lock. To write it, run .* --write instead of --check/),
    })
    expect(broken).toMatchObject({ code: 2, errors: expect.stringContaining('line 1 of the lock file') })
    expect(refused).toMatchObject({ code: 2, errors: expect.stringContaining('would let every logged-in') })
    expect(both).toMatchObject({ code: 2 })
  })
})

describe('the routes of a running app', () => {
  const runs = createHandlerRuns()
  let service: TestService
  beforeAll(async () => {
    service = await startService({
      protectedRoutes: runs.routes('GET /api/v1/orders/:id'),
      openRoutes: runs.routes('GET /weather'),
    })
  })
  afterAll(() => service.close())

  const ask = (token: string, ...args: string[]) =>
    castellan(folder.path, ['routes', '--url', service.origin, ...args], '', { CASTELLAN_TOKEN: token })

  test('include those without checks, and the roles if the user may read the policy', async () => {
    const admin = await login(service.base)
    const { token: guest } = await loginAs(service, 'guest')
    const { token: reader } = await loginAs(service, 'reader', [
      { method: 'GET', path: '/api/v1/route' },
      { method: 'GET', path: '/api/v1/orders/*' },
    ])
    const [all, partial, refused] = await Promise.all([ask(admin), ask(reader), ask(guest)])
    expect(all).toMatchObject({ code: 0, errors: '' })
    expect(all.output).toMatch(/^GET +\/weather +unguarded +app +whoever the app lets in/m)
    expect(all.output).toMatch(/^GET +\/api\/v1\/orders\/:id +policy +app +admin, role-of-reader$/m)
    expect(partial.code).toBe(0)
    expect(partial.output).toMatch(/^GET +\/api\/v1\/orders\/:id +policy +app +admin$/m)
    expect(partial.output).toContain('The roles are unknown')
    expect(refused).toMatchObject({
      code: 1,
      output: '',
      errors: expect.stringContaining('/api/v1/route failed'),
    })

    const written = await ask(reader, '--write', 'app.lock')
    expect(written.code).toBe(0)
    const text = await readFile(join(folder.path, 'app.lock'), 'utf8')
    expect(text).toContain('\nGET /weather unguarded app\n')
    await writeFile(join(folder.path, 'app.lock'), text.replace('GET /weather unguarded app\n', ''))
    expect(await ask(reader, '--check', 'app.lock')).toMatchObject({
      code: 1,
      output: expect.stringContaining('new      GET /weather: unguarded app'),
    })
  })

  test('have a column for the data scope, if the app declares one', async () => {
    const scoped = await startService({
      protectedRoutes: async (app) => {
        app.get('/rows', { config: { dataScope: true } }, async () => [])
      },
    })
    onTestFinished(() => scoped.close())
    const token = await login(scoped.base)
    const [listed, without] = await Promise.all([
      castellan(folder.path, ['routes', '--url', scoped.origin], '', { CASTELLAN_TOKEN: token }),
      ask(await login(service.base)),
    ])
    expect(listed.output).toMatch(/^METHOD +PATH +CLASS +ORIGIN +DATA SCOPE +WHO CAN CALL IT$/m)
    expect(listed.output).toMatch(/^GET +\/rows +policy +app +yes +admin$/m)
    expect(without.output).not.toContain('DATA SCOPE')
  })

  test('need a token in the environment, and an address without a path or credentials', async () => {
    const [withoutToken, ...wrong] = await Promise.all([
      run('--url', service.origin),
      ...['file:///etc/passwd', 'http://a:b@127.0.0.1', `${service.origin}/x`, 'admin.example.com'].map(
        (url) => castellan(folder.path, ['routes', '--url', url], '', { CASTELLAN_TOKEN: 'x' }),
      ),
    ])
    expect(withoutToken).toMatchObject({ code: 2, errors: expect.stringContaining('CASTELLAN_TOKEN') })
    for (const { code, errors } of wrong) {
      expect(code).toBe(2)
      expect(errors).toContain('--url needs an address')
    }
  })
})
