import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { checkConsole, checkService } from './service.ts'

async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

const check = (port: number, runsHere: boolean | undefined = undefined, host = '127.0.0.1') =>
  checkService({ host, port, mode: 'prod' }, runsHere)

/** Returns the finding about a service that sends this body. */
async function findingOf(body: unknown, status = 200) {
  const port = await listen((_request, response) => {
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  const [finding] = await check(port)
  return finding
}

test.each([
  [{ code: 200, data: { status: 'up' } }, 200, 'ok'],
  [{ code: 200, data: { status: 'degraded' } }, 200, 'warning'],
  [{ code: 503, data: { status: 'down' } }, 503, 'problem'],
  [{ code: 429, reason: 'rate-limited' }, 200, 'warning'],
  ['<html>', 200, 'problem'],
  ['null', 200, 'problem'],
  [{ data: null }, 200, 'problem'],
])('the body %j with status %d: %s', async (body, status, expected) => {
  expect((await findingOf(body, status))?.status).toBe(expected)
})

test('a body without end is not read to the end', async () => {
  const port = await listen((_request, response) => {
    const write = (): void => {
      while (response.write('x'.repeat(10_000)));
      response.once('drain', write)
    }
    write()
  })
  expect(await check(port)).toMatchObject([
    { status: 'problem', found: expect.stringContaining('other than') },
  ])
})

test('a redirect is not followed', async () => {
  let followed = false
  const port = await listen((request, response) => {
    if (request.url === '/elsewhere') followed = true
    response.writeHead(302, { location: '/elsewhere' }).end()
  })
  expect(await check(port)).toMatchObject([{ status: 'problem' }])
  expect(followed).toBe(false)
})

test('if nothing listens, the service does not run, unless its heartbeats say so', async () => {
  const free = 1
  expect(await check(free, false)).toMatchObject([{ status: 'skipped' }])
  expect(await check(free)).toMatchObject([{ status: 'skipped' }])
  expect(await check(free, true)).toMatchObject([{ status: 'problem' }])
})

test('all addresses are reached over the loopback address, and port 0 is unknown', async () => {
  const port = await listen((_request, response) => response.end('{"data":{"status":"up","mode":"prod"}}'))
  expect(await check(port, undefined, '0.0.0.0')).toMatchObject([{ status: 'ok' }])
  expect(await check(0)).toMatchObject([{ status: 'skipped' }])
})

test.each([
  [{ mode: 'prod', captchaRequired: true }, []],
  [{ mode: 'staging', captchaRequired: true }, ['warning']],
  [{ mode: 'dev', captchaRequired: false }, ['problem']],
  [{}, ['skipped']],
])('a service with the app config %j while the settings say prod: %j', async (config, expected) => {
  const port = await listen((request, response) => {
    const data = request.url === '/api/v1/app-config' ? config : { status: 'up' }
    response.end(JSON.stringify({ code: 200, data }))
  })
  const [health, ...others] = await check(port)
  expect(health?.status).toBe('ok')
  expect(others.map(({ status }) => status)).toEqual(expected)
})

test('the console is disabled, built or missing', () => {
  const status = (enabled: boolean, isBuilt: boolean) => checkConsole(enabled, () => isBuilt)[0]?.status
  expect([status(false, false), status(true, true), status(true, false)]).toEqual([
    'skipped',
    'ok',
    'warning',
  ])
})
