import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type OldServer, send, startOldServer } from '../support/old-server.ts'
import { castellan, folderWithSettings } from '../support/process.ts'

let folder: Awaited<ReturnType<typeof folderWithSettings>>
const servers: OldServer[] = []

const RULES = [
  ['auditor', 'GET', '/api/v1/orders/:id'],
  ['auditor', 'GET', '/api/v1/prices'],
  ['editor', '*', '/api/v1/files/*'],
] as const

const TOKENS = { 'auditor-token': 'auditor', 'editor-token': 'editor', 'alice-token': 'auditor' }
const PASSWORD = 'quiet river under nine bridges'

beforeAll(async () => {
  folder = await folderWithSettings()
  const commands = [
    ['migrate'],
    ['role', 'add', 'auditor', '--name', 'Auditor'],
    ['role', 'add', 'editor', '--name', 'Editor'],
    ...RULES.map((rule) => ['policy', 'add', ...rule]),
  ]
  for (const args of commands) expect(await castellan(folder.path, args)).toMatchObject({ code: 0 })
  for (const name of ['alice', 'bob'])
    await castellan(folder.path, ['user', 'add', name, '--role', 'auditor', '--password-stdin'], PASSWORD)
  await write(
    'tokens.yml',
    '- { role: auditor, token: auditor-token }\n- { role: editor, token: editor-token }\n',
  )
})
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())))
afterAll(() => folder.remove())

const write = (name: string, text: string) => writeFile(join(folder.path, name), text)

async function startServer(options: Partial<Parameters<typeof startOldServer>[0]> = {}): Promise<OldServer> {
  const server = await startOldServer({ tokens: TOKENS, mayCall: () => true, ...options })
  servers.push(server)
  return server
}

/** Lines in nginx's format `combined`. */
function combined(
  ...requests: readonly (string | readonly [request: string, user: string, status?: number])[]
): string {
  return requests
    .map((entry) => {
      const [request, user, status = 200] = typeof entry === 'string' ? [entry, '-'] : entry
      return `203.0.113.9 - ${user} [19/Nov/2026:14:19:06 +0000] "${request} HTTP/1.1" ${status} 512 "-" "Mozilla/5.0"\n`
    })
    .join('')
}

async function run(server: { readonly address: string }, log: string, ...args: string[]) {
  await write('access.log', log)
  const all = ['--against', server.address, '--from', 'access.log', '--rate', '1000', ...args]
  const tokens = args.includes('--tokens') ? [] : ['--tokens', 'tokens.yml']
  return castellan(folder.path, ['shadow', ...all, ...tokens])
}

async function runJson(server: { readonly address: string }, log: string, ...args: string[]) {
  const { code, output, errors } = await run(server, log, '--json', ...args)
  return { code, errors, run: output === '' ? undefined : JSON.parse(output) }
}

/** What go-admin allowed: differs from RULES in what the tests name. */
const OLD_RULES: Readonly<Record<string, readonly RegExp[]>> = {
  auditor: [/^GET \/api\/v1\/orders\/\d+$/, /^GET \/api\/v1\/invoices\/\d+$/],
  editor: [/^GET \/api\/v1\/files\/\d+$/],
}
const byOldRules = (role: string, method: string, path: string) =>
  OLD_RULES[role]?.some((rule) => rule.test(`${method} ${path}`)) ?? false

test('each decision that differs is listed by rule, and the commands make the decisions equal', async () => {
  const server = await startServer({ mayCall: byOldRules })
  const log = combined(
    ['GET /api/v1/orders/7', 'bob'],
    ['GET /api/v1/orders/8', 'bob'],
    ['GET /api/v1/invoices/12', 'bob'],
    ['GET /api/v1/invoices/13?pageIndex=1', 'bob'],
    ['GET /api/v1/prices', 'bob'],
    'GET /api/v1/files/5',
    'GET /api/v1/files/5/history',
  )
  const first = await run(server, log)
  expect(first).toMatchObject({ code: 1, errors: '' })
  expect(first.output.split('\n')).toEqual([
    'allowed only there: no rule auditor GET /api/v1/invoices/:id',
    '  role auditor: GET /api/v1/invoices/12 (2 requests)',
    '  To make it equal: castellan policy add auditor GET /api/v1/invoices/:id',
    '',
    'allowed only here: by the rule auditor GET /api/v1/prices',
    '  role auditor: GET /api/v1/prices (1 request)',
    '  To make it equal: castellan policy remove auditor GET /api/v1/prices',
    '',
    'allowed only here: by the rule editor * /api/v1/files/*',
    '  role editor: GET /api/v1/files/5/history (1 request)',
    "  To make it equal: castellan policy change --remove 'editor * /api/v1/files/*' --add 'editor GET /api/v1/files/:id'",
    '',
    '3 of 7 decisions differ (7 lines of the log)',
    '',
  ])
  const { run: found } = await runJson(server, log)
  try {
    for (const { command } of found.differences) {
      const words = [...String(command).matchAll(/'([^']*)'|[^ ']+/g)].map(([word, quoted]) => quoted ?? word)
      const yes = words.includes('change') ? ['--yes'] : []
      expect(await castellan(folder.path, [...words.slice(1), ...yes])).toMatchObject({ code: 0 })
    }
    expect(await run(server, log)).toEqual({
      code: 0,
      output: '7 decisions equal (7 lines of the log)\n',
      errors: '',
    })
  } finally {
    await castellan(folder.path, ['policy', 'remove', 'auditor', 'GET', '/api/v1/invoices/:id'])
    await castellan(folder.path, ['policy', 'remove', 'editor', 'GET', '/api/v1/files/:id'])
    for (const rule of RULES) await castellan(folder.path, ['policy', 'add', ...rule])
  }
})

test('only GET is sent, each call once, without tokens, logouts, and what the log has as 404', async () => {
  const server = await startServer()
  const log = combined(
    ['GET /api/v1/orders/7?token=abc&%74oken=def&pageIndex=2', 'bob'],
    ['HEAD /api/v1/orders/8', 'bob'],
    ['DELETE /api/v1/orders/9', 'bob'],
    ['GET /logout', 'bob'],
    ['GET /wp-admin', 'bob', 404],
  )
  const { code, run: found } = await runJson(server, log)
  expect(code).toBe(0)
  expect(server.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET /api/v1/orders/7?pageIndex=2',
  ])
  expect(found.skipped).toMatchObject({ otherMethods: 1, logouts: 1, notFound: 1 })
})

test('other methods are sent only if they are named, without a body and with a warning', async () => {
  const server = await startServer()
  const log = combined(['DELETE /api/v1/files/9', 'bob'], ['PUT /api/v1/files/9', 'bob'])
  const { code, errors } = await run(server, log, '--methods', 'DELETE')
  expect(code).toBe(1)
  expect(errors).toContain('gets requests that can change its data')
  expect(server.requests).toMatchObject([{ method: 'DELETE', url: '/api/v1/files/9', body: '' }])
})

test('a user with a token is asked about, others by their role, and without a user every role', async () => {
  const server = await startServer({ mayCall: byOldRules })
  await write(
    'mixed.yml',
    '- { user: alice, password: alice-password }\n- { role: auditor, token: auditor-token }\n',
  )
  const log = combined(
    ['GET /api/v1/orders/7', 'alice'],
    ['GET /api/v1/orders/7', 'bob'],
    ['GET /api/v1/orders/7', 'nobody'],
    'GET /api/v1/orders/9/lines',
  )
  const { code, run: found } = await runJson(server, log, '--tokens', 'mixed.yml')
  expect(code).toBe(0)
  expect(found).toMatchObject({
    compared: 3,
    skipped: { unknownUsers: 1, examples: { withoutToken: ['user nobody'] } },
  })
  const [login, ...calls] = server.requests
  expect(JSON.parse(login?.body ?? '')).toMatchObject({ username: 'alice', password: 'alice-password' })
  expect(calls.map(({ token, url }) => `${token} ${url}`).toSorted()).toEqual([
    'alice-token /api/v1/orders/7',
    'auditor-token /api/v1/orders/7',
    'auditor-token /api/v1/orders/9/lines',
  ])
})

test('JSON lines are read too, and malformed lines are counted', async () => {
  const server = await startServer({ mayCall: byOldRules })
  const log = [
    '{"request":"GET /gw/api/v1/orders/7 HTTP/1.1","status":"200","principal":"bob"}',
    '{"request_method":"GET","request_uri":"/gw/api/v1/orders/7?x=1","status":200,"principal":"bob"}',
    '{"request_method":"GET"',
    'not a log line',
    '',
    combined(['GET /gw/api/v1//orders', 'bob']),
  ].join('\n')
  const flags = ['--user-field', 'principal', '--prefix', '/gw/', '--strip-prefix', '/gw']
  const { code, run: found } = await runJson(server, log, ...flags)
  expect(code).toBe(0)
  expect(found).toMatchObject({
    compared: 1,
    log: { malformed: 2, malformedLines: [3, 4] },
    skipped: { notCanonical: 1, examples: { notCanonical: ['/api/v1//orders'] } },
  })
  expect(server.requests.map(({ url }) => url)).toEqual(['/api/v1/orders/7'])
})

test('a token that is not accepted is no refusal: exit code 2, and the role is not asked about again', async () => {
  const server = await startServer({ tokens: { 'auditor-token': 'auditor' } })
  const log = combined(
    ...Array.from({ length: 30 }, (_, i) => `GET /api/v1/files/${'abcdefghij'[i % 10]}/${i}`),
  )
  const { code, run: found } = await runJson(server, log)
  expect(found.tokensNotAccepted).toEqual(['role editor'])
  expect(
    found.differences.every(({ rules }: { rules: { roleKey: string }[] }) => rules[0]?.roleKey === 'auditor'),
  ).toBe(true)
  expect(code).toBe(1)
  await write('editor.yml', '- { role: editor, token: expired-token }\n')
  expect(await run(server, log, '--tokens', 'editor.yml')).toMatchObject({
    code: 2,
    output: expect.stringContaining('tokens that the old server does not accept: role editor'),
  })
})

test('with --refused-codes, 401 is a refusal, except for a token that gets nothing else', async () => {
  const server = await startServer({
    instead({ token, url }, response) {
      if (token !== 'auditor-token' || url.includes('prices')) send(response, { code: 401, msg: 'no' })
      else send(response, { code: 200 })
      return true
    },
  })
  const log = combined('GET /api/v1/orders/7', 'GET /api/v1/prices')
  const { code, run: found } = await runJson(server, log, '--refused-codes', '401')
  expect(code).toBe(1)
  expect(found).toMatchObject({ compared: 2, differing: 1, tokensNotAccepted: ['role editor'] })
  expect(found.differences).toMatchObject([{ allowedBy: 'castellan', calls: [{ path: '/api/v1/prices' }] }])
})

test('redirects, errors and missing paths are no decisions', async () => {
  const server = await startServer({
    mayCall: (_role, _method, path) => (path === '/api/v1/gone' ? undefined : true),
    instead({ url }, response) {
      if (url === '/api/v1/moved') response.writeHead(302, { Location: '/api/v1/orders/7' }).end()
      else if (url === '/api/v1/broken') response.writeHead(502).end()
      else if (url === '/api/v1/slow') return true
      else return false
      return true
    },
  })
  const log = combined(
    ...['moved', 'broken', 'slow', 'gone', 'orders/7'].map((name) => [`GET /api/v1/${name}`, 'bob'] as const),
  )
  const { code, run: found } = await runJson(server, log, '--timeout', '1')
  expect(code).toBe(2)
  expect(found).toMatchObject({ compared: 1, differing: 0, notFoundThere: 1 })
  expect(found.undecided.map(({ reason }: { reason: string }) => reason).toSorted()).toEqual([
    'HTTP 502',
    'it redirects (HTTP 302)',
    'no response in 1 s',
  ])
  expect(server.requests.map(({ url }) => url)).not.toContain('/api/v1/orders/7/')
})

test('a call that the limit of the old server refuses is asked again', async () => {
  let refusals = 2
  const server = await startServer({
    mayCall: byOldRules,
    instead(_request, response) {
      if (refusals-- <= 0) return false
      // Once as older versions of go-admin do, once as newer ones do.
      if (refusals === 1) send(response, { code: 500, msg: 'too many request; the quota used up!' })
      else response.writeHead(429, { 'Retry-After': '0' }).end()
      return true
    },
  })
  expect(await run(server, combined(['GET /api/v1/orders/7', 'bob']))).toMatchObject({ code: 0 })
  expect(server.requests).toHaveLength(3)
})

test('gin-vue-admin: code 7 refuses only with its text', async () => {
  const server = await startServer({
    instead({ url }, response) {
      if (url.includes('prices')) send(response, { code: 7, data: {}, msg: '权限不足' })
      else send(response, { code: 7, data: {}, msg: 'not found' })
      return true
    },
  })
  const log = combined(['GET /api/v1/prices', 'bob'], ['GET /api/v1/orders/7', 'bob'])
  const { run: found } = await runJson(server, log, '--old-system', 'gin-vue-admin')
  expect(found).toMatchObject({ compared: 2, differing: 1 })
  expect(found.differences).toMatchObject([{ allowedBy: 'castellan', calls: [{ path: '/api/v1/prices' }] }])
})

test('what cannot run: exit code 2, and no secret in the output', async () => {
  const server = await startServer()
  const closed = await startOldServer({ tokens: TOKENS, mayCall: () => true })
  await closed.close()
  await write(
    'typo.yml',
    '- { role: auditr, token: SECRET }\n- { user: alice, password: SECRET, token: SECRET }\n',
  )
  await write('variable.yml', '- { role: auditor, tokenFrom: NO_SUCH_VARIABLE }\n')
  await write('wrong.yml', '- { role: auditor, username: alice, password: SECRET }\n')
  const log = combined(...Array.from({ length: 12 }, (_, i) => `GET /api/v1/files/${i}/${'abcdefghijkl'[i]}`))
  const [typo, variable, wrong, gone, userInUrl, missing] = [
    await run(server, log, '--tokens', 'typo.yml'),
    await run(server, log, '--tokens', 'variable.yml'),
    await run(server, log, '--tokens', 'wrong.yml'),
    await run(closed, log),
    await run({ address: 'http://a:b@127.0.0.1:1' }, log),
    await castellan(folder.path, [
      'shadow',
      '--against',
      server.address,
      '--from',
      'none.log',
      '--tokens',
      'tokens.yml',
    ]),
  ]
  const all = [typo, variable, wrong, gone, userInUrl, missing]
  expect(all.map(({ code }) => code)).toEqual([2, 2, 2, 2, 2, 2])
  expect(all.map(({ errors, output }) => errors + output).join()).not.toContain('SECRET')
  expect(typo.errors).toContain('the entry needs a token or a password')
  expect(variable.errors).toContain('the environment variable NO_SUCH_VARIABLE is not set')
  expect(wrong.errors).toContain('the old server refuses the login of alice')
  expect(gone.errors).toContain(`cannot reach ${closed.address}: ECONNREFUSED`)
  expect(missing.errors).toContain('none.log')
  await write('unknown.yml', '- { role: auditr, token: SECRET }\n')
  expect((await run(server, log, '--tokens', 'unknown.yml')).errors).toContain(
    'unknown.yml:1: the role auditr does not exist here',
  )
})
