import { once } from 'node:events'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type RecordingUpstream, startRecordingUpstream } from '../gateway/support/recording-upstream.ts'
import { createCertificate } from '../support/certificate.ts'
import { login } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { writeMigratedDatabase } from '../support/migrated-database.ts'
import { temporaryFolder } from '../support/process.ts'
import { findOrInstall } from '../support/servers/find-or-install.ts'
import { freePort } from '../support/servers/free-port.ts'
import { SIGNING_SECRET } from '../support/signed-call.ts'
import { type Standalone, startStandalone } from '../support/standalone.ts'
import {
  problemOnDebian,
  type RunningNginx,
  spawnAsSystemd,
  startAsInContainer,
  startOnDebian,
} from './support/start-nginx.ts'

const PAGE = 'https://shop.example'
const FRONT_END = '<!doctype html><title>Orders</title>'

test('the tests start nginx as systemd does: standard output and standard error are sockets', async () => {
  const { stdout } = spawnAsSystemd('readlink /proc/self/fd/1 /proc/self/fd/2')
  expect(await text(stdout)).toMatch(/^socket:\[\d+\]\nsocket:\[\d+\]\n$/)
})

describe.each([
  ['on Debian', startOnDebian, problemOnDebian],
  ['in a container', startAsInContainer, (): string | undefined => undefined],
] as const)('nginx %s', (_, start, findProblem) => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let nodes: readonly Standalone[] = []
  let orders: RecordingUpstream
  let proxy: RunningNginx | undefined
  let problem: string | undefined
  let httpPort: number
  let httpsPort: number
  let ca: string
  let app: string
  let consoleHost: string
  let token: string

  beforeAll(async () => {
    folder = await temporaryFolder()
    // The workers of nginx run as another user.
    await chmod(folder.path, 0o755)
    const [nginx, certificate] = [await findOrInstall('nginx', 'nginx'), await certificateIn(folder.path)]
    problem = nginx && certificate ? findProblem() : 'nginx or OpenSSL is not installed here'
    if (!nginx || !certificate || problem) return
    ca = certificate
    nodes = await startNodes(folder.path)
    orders = await startRecordingUpstream()
    ;[httpPort, httpsPort] = [await freePort(), await freePort()]
    const [first, second] = nodes.map(({ origin }) => new URL(origin).host)
    const place = { nginx, folder: folder.path, httpPort, httpsPort, orders: `127.0.0.1:${orders.port}` }
    proxy = await start({ ...place, nodes: [first ?? '', second ?? ''] })
    ;[app, consoleHost] = [`app.${proxy.domain}`, `admin.${proxy.domain}`]
    await eventually(() => send(app, '/api/v1/health').then(({ status }) => expect(status).toBe(200)))
    token = await login(nodes[0]?.base ?? '')
  })
  afterAll(async () => {
    await proxy?.stop()
    await orders?.close()
    for (const node of nodes) await node.close()
    await folder.remove()
  })
  beforeEach(({ skip }) => {
    if (problem) skip(problem)
    orders.take()
  })

  /** Sends a request with TLS, and checks the certificate. */
  async function send(
    name: string,
    path: string,
    options: { method?: string; headers?: Record<string, string>; body?: string } = {},
  ) {
    const { headers, body, ...others } = options
    const host = `${name}:${httpsPort}`
    const server = { host: '127.0.0.1', port: httpsPort, servername: name, ca, agent: false }
    const sent = request({ ...server, path, headers: { host, ...headers }, ...others }).end(body)
    const [response]: IncomingMessage[] = await once(sent, 'response')
    if (!response) throw new Error('there is no response')
    return { status: response.statusCode, headers: response.headers, body: await text(response) }
  }
  const authorization = () => ({ authorization: `Bearer ${token}` })

  test('plain HTTP is redirected', async () => {
    for (const host of [app, consoleHost]) {
      const options = { host: '127.0.0.1', port: httpPort, path: '/roles?page=2', headers: { host } }
      const [response] = await once(get(options), 'response')
      response.resume()
      expect([response.statusCode, response.headers.location]).toEqual([301, `https://${host}/roles?page=2`])
    }
  })

  test('pages are those of the front end and of the console, over HTTPS only', async () => {
    for (const path of ['/', '/orders/7', '/index.html']) {
      const page = await send(app, path)
      expect([page.status, page.body], path).toEqual([200, FRONT_END])
      expect(page.headers['strict-transport-security']).toBe('max-age=31536000')
    }
    expect((await send(app, '/main.js')).body).toBe('start()')
    const page = await send(consoleHost, '/roles')
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.headers['content-security-policy']).toContain("script-src 'self'")
    expect(page.headers['strict-transport-security']).toBe('max-age=31536000')
    const [script] = /\/assets\/[\w.-]+\.js/.exec(page.body) ?? []
    expect((await send(consoleHost, script ?? '')).status).toBe(200)
  })

  test('requests are distributed to both nodes, with the address of the client and the unchanged path', async () => {
    const before = nodes.map((node) => node.logged().length)
    const headers = { 'x-forwarded-for': '203.0.113.9' }
    for (let sent = 0; sent < 6; sent += 1)
      expect((await send(app, '/api/v1/app-config', { headers })).status).toBe(200)
    for (const [index, node] of nodes.entries()) {
      expect(node.logged().slice(before[index])).toContain('/api/v1/app-config')
      expect(node.logged()).not.toContain('203.0.113.9')
    }
    for (const host of [app, consoleHost]) {
      expect((await send(host, '/api/v1/%68ealth')).status).toBe(400)
      expect((await send(host, '/api/v1/authorize')).status).toBe(404)
      expect((await send(host, '/readyz')).status).toBe(200)
    }
  })

  test('errors of nginx itself have the usual form at both names', async () => {
    for (const host of [app, consoleHost]) {
      for (const { path, headers, status, reason } of [
        {
          path: '/api/v1/policy',
          headers: { 'content-length': '9000000' },
          status: 413,
          reason: 'body-too-large',
        },
        {
          path: '/api/v1/health',
          headers: { 'x-a': 'x'.repeat(16_500) },
          status: 431,
          reason: 'headers-too-large',
        },
        { path: '/api/v1/authorize', headers: {}, status: 404, reason: 'route-unknown' },
      ]) {
        const answer = await send(host, path, { headers })
        expect([answer.status, JSON.parse(answer.body)]).toMatchObject([status, { code: status, reason }])
        expect(answer.headers).toMatchObject({
          'content-type': 'application/json; charset=utf-8',
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          'x-request-id': expect.stringMatching(/^\w+$/),
        })
      }
    }
  })

  test('responses of Castellan are not compressed: the length of one with a token would help to guess it', async () => {
    for (const host of [app, consoleHost]) {
      const { headers } = await send(host, '/api/v1/app-config', { headers: { 'accept-encoding': 'gzip' } })
      expect(headers['content-encoding']).toBeUndefined()
    }
  })

  test('pages of the same origin are recognized by host and port', async () => {
    const cookie = `jwt=${await login(nodes[0]?.base ?? '')}`
    const logoutFrom = async (origin: string): Promise<unknown> => {
      const answer = await send(consoleHost, '/api/v1/logout', {
        method: 'POST',
        headers: { cookie, origin },
      })
      return JSON.parse(answer.body).code
    }
    expect(await logoutFrom(`https://${consoleHost}`)).toBe(401)
    expect(await logoutFrom(`https://${consoleHost}:${httpsPort}`)).toBe(200)
  })

  test('an import of rules may be as large as Castellan allows', async () => {
    const body = JSON.stringify({ rules: [], padding: 'x'.repeat(7_000_000) })
    const headers = { ...authorization(), 'content-type': 'application/json' }
    for (const host of [app, consoleHost]) {
      const answer = await send(host, '/api/v1/policy', { method: 'POST', headers, body })
      expect([answer.status, JSON.parse(answer.body).code]).toEqual([200, 400])
    }
  })

  test('the guarded service gets allowed requests only, with a signed identity', async () => {
    const refused = await send(app, '/api/v1/orders')
    expect([refused.status, JSON.parse(refused.body).code]).toEqual([200, 401])
    expect(orders.take()).toEqual([])
    // The other node knows the session a moment later.
    for (let sent = 0; sent < 4; sent += 1) {
      await eventually(async () => {
        const allowed = await send(app, '/api/v1/orders?page=1', { headers: authorization() })
        expect(JSON.parse(allowed.body)).toEqual({ code: 200, served: true })
      })
    }
    for (const { url, headers } of orders.take()) {
      expect(url).toBe('/api/v1/orders?page=1')
      expect(headers.map(([name]) => name)).toContain('x-castellan-signature')
      expect(headers.map(([name]) => name)).not.toContain('authorization')
    }
  })

  test('a preflight request gets its response from Castellan', async () => {
    const headers = { origin: PAGE, 'access-control-request-method': 'PUT' }
    const answer = await send(app, '/api/v1/orders/7', { method: 'OPTIONS', headers })
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([204, PAGE])
    expect(orders.take()).toEqual([])
  })

  test('the access log has the path without the query, and the ID of the response', async () => {
    const ids: unknown[] = []
    for (const path of [
      '/api/v1/user/profile',
      '/api/v1/orders',
      '/api/v1/nothing',
      '/api/v1/authorize',
      '/page',
    ]) {
      const { headers } = await send(app, `${path}?token=unknown`)
      if (path !== '/page') ids.push(headers['x-request-id'])
    }
    await eventually(async () => {
      const log = await readFile(proxy?.accessLog ?? '', 'utf8')
      expect(log).not.toMatch(/token|\?/)
      const logged = log
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).requestId)
      for (const id of ids) expect(logged).toContain(id)
    })
  })

  test('a node that is stopped is skipped; without any node, the response has the usual form', async () => {
    await nodes[1]?.close()
    for (let sent = 0; sent < 10; sent += 1) {
      const answer = await send(app, '/api/v1/orders', { headers: authorization() })
      expect(JSON.parse(answer.body).code).toBe(200)
      expect((await send(consoleHost, '/api/v1/health')).status).toBe(200)
    }
    await nodes[0]?.close()
    for (const host of [app, consoleHost]) {
      const down = await send(host, '/api/v1/health')
      expect([down.status, JSON.parse(down.body).code]).toEqual([503, 503])
      expect(down.headers['content-type']).toBe('application/json; charset=utf-8')
    }
  })
})

/** Writes the files that the commands of the how-to guide expect. Returns the certificate. */
async function certificateIn(folder: string): Promise<string | undefined> {
  const hosts = ['com', 'org'].flatMap((end) => [`app.example.${end}`, `admin.example.${end}`])
  const certificate = await createCertificate(hosts.map((host) => `DNS:${host}`).join(','))
  if (!certificate) return undefined
  await writeFile(join(folder, 'fullchain.pem'), certificate.cert)
  await writeFile(join(folder, 'privkey.pem'), certificate.key)
  await mkdir(join(folder, 'app'))
  await writeFile(join(folder, 'app', 'index.html'), FRONT_END)
  await writeFile(join(folder, 'app', 'main.js'), 'start()')
  return certificate.cert
}

/** Starts two nodes with the same database. */
async function startNodes(folder: string): Promise<Standalone[]> {
  const url = await writeMigratedDatabase(folder)
  const settings = {
    application: { trustProxy: ['127.0.0.1'] },
    cors: { origins: [PAGE] },
    database: { url },
    gateway: { signingSecret: SIGNING_SECRET },
  }
  return [await startStandalone(settings), await startStandalone(settings)]
}
