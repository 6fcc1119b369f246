import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { eventually } from '../../../../test/support/eventually.ts'
import { DirectoryUnavailable, UnusableResult } from './directory-errors.ts'
import { createLdapServers, type LdapServersOptions, type ServerStep } from './ldap-servers.ts'

const opened: { server: Server; sockets: Socket[] }[] = []

afterEach(async () => {
  for (const { server, sockets } of opened.splice(0)) {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  }
})

/** Starts a server that handles raw connections. Returns its URL and everything it has received. */
async function fakeServer(onData: (socket: Socket, received: Buffer) => void) {
  const sockets: Socket[] = []
  const received: Buffer[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      received.push(chunk)
      onData(socket, chunk)
    })
  })
  opened.push({ server, sockets })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `ldap://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, sockets, received: () => Buffer.concat(received).toString('latin1') }
}

const BIND_PASSWORD = 'the-password-of-the-service-account'
/** Successful responses to StartTLS (id 1) and to the first bind of the library (id 2). */
const START_TLS_DONE = Buffer.from('300c02010178070a010004000400', 'hex')
const BOUND = Buffer.from('300c02010261070a010004000400', 'hex')

function servers(changed: Partial<LdapServersOptions>) {
  return createLdapServers({
    urls: [],
    startTls: true,
    ca: undefined,
    bindDn: 'cn=castellan',
    bindPassword: BIND_PASSWORD,
    isActiveDirectory: false,
    timeoutMs: 60_000,
    now: () => 0,
    ...changed,
  })
}

const plainServer = () => fakeServer((socket) => socket.write(BOUND))

test('the next server is used if one refuses connections or closes them', async () => {
  const closing = await fakeServer((socket) => socket.destroy())
  const good = await plainServer()
  const steps: ServerStep[] = []
  const urls = ['ldap://127.0.0.1:1', closing.url, good.url]
  const used = servers({ urls, startTls: false })
  expect(await used.use(async () => 'done', { onStep: (step) => steps.push(step) })).toBe('done')
  expect(steps.filter(({ step }) => step === 'failed').map(({ url }) => url)).toEqual(urls.slice(0, 2))
})

test('a server that failed is tried last for half a minute', async () => {
  let time = 0
  let isDown = true
  const first = await fakeServer((socket) => (isDown ? socket.destroy() : socket.write(BOUND)))
  const second = await plainServer()
  const used = servers({ urls: [first.url, second.url], startTls: false, now: () => time })
  const server = async () => {
    const steps: ServerStep[] = []
    await used.use(async () => {}, { onStep: (step) => steps.push(step) })
    return steps.map(({ step, url }) => `${step} ${url}`)
  }
  const onFirst = [`connected ${first.url}`, `bound ${first.url}`]
  const onSecond = [`connected ${second.url}`, `bound ${second.url}`]
  expect(await server()).toEqual([`connected ${first.url}`, `failed ${first.url}`, ...onSecond])
  isDown = false
  time = 29_999
  expect(await server()).toEqual(onSecond)
  time = 30_000
  expect(await server()).toEqual(onFirst)
})

test('the time on a server is limited, and during an outage only one request waits for it', async () => {
  const silent = await fakeServer(() => {})
  const used = servers({ urls: [silent.url], startTls: false, timeoutMs: 300 })
  await expect(used.use(async () => {})).rejects.toThrow('no result within 0.3 seconds')
  const probe = used.use(async () => {}).catch(() => 'ended')
  await expect(used.use(async () => {})).rejects.toThrow('a moment ago')
  expect(await probe).toBe('ended')
})

test('a longer time for the work is not one for the connection or for one operation', async () => {
  const silent = await fakeServer(() => {})
  const workTimeoutMs = 3_600_000
  const options = { startTls: false, timeoutMs: 300 }
  await expect(
    servers({ ...options, urls: [silent.url] }).use(async () => {}, { workTimeoutMs }),
  ).rejects.toThrow('no result within 0.3 seconds')
  let isBound = false
  const bound = await fakeServer((socket) => {
    if (!isBound) socket.write(BOUND)
    isBound = true
  })
  const used = servers({ ...options, timeoutMs: 2000, urls: [bound.url] })
  const search = used.use((session) => session.verifyPassword('cn=alice', 'password'), { workTimeoutMs })
  await expect(search).rejects.toThrow(DirectoryUnavailable)
})

test('the time of the work is limited, too', async () => {
  const good = await plainServer()
  const used = servers({ urls: [good.url], startTls: false })
  await expect(used.use(() => new Promise(() => {}), { workTimeoutMs: 100 })).rejects.toThrow(
    'no result within 0.1 seconds',
  )
})

test('an aborted request ends, and is neither an outage nor tried on another server', async () => {
  const silent = await fakeServer(() => {})
  const other = await plainServer()
  const used = servers({ urls: [silent.url, other.url], startTls: false })
  const closed = new AbortController()
  const request = used.use(async () => {}, { signal: closed.signal })
  await eventually(() => expect(silent.sockets).toHaveLength(1))
  closed.abort(new Error('closing'))
  await expect(request).rejects.toThrow('closing')
  await expect(used.use(async () => {}, { signal: closed.signal })).rejects.toThrow('closing')
  expect(other.sockets).toEqual([])
  const next = used.use(async () => {}).catch(() => 'ended')
  await eventually(() => expect(silent.sockets).toHaveLength(2))
  for (const socket of silent.sockets) socket.destroy()
  await next
  expect(other.sockets).toHaveLength(1)
})

test('a result that cannot be used is not an outage, and is not asked for again', async () => {
  const good = await plainServer()
  const other = await plainServer()
  const used = servers({ urls: [good.url, other.url], startTls: false })
  let runs = 0
  const work = async () => {
    runs += 1
    throw new UnusableResult('ambiguous')
  }
  await expect(used.use(work)).rejects.toThrow('ambiguous')
  expect(runs).toBe(1)
  expect(await used.use(async () => 'done')).toBe('done')
  expect(other.sockets).toEqual([])
})

test.each([
  [
    'refuses StartTLS',
    Buffer.from('300c02010178070a013404000400', 'hex'),
    'refuses StartTLS (result code 52)',
  ],
  ['responds to another request', Buffer.from('300c02010278070a010004000400', 'hex'), 'refuses StartTLS'],
  ['does not use LDAP', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'), 'not LDAP'],
  ['adds a response before the handshake', Buffer.concat([START_TLS_DONE, BOUND]), 'between its response'],
  [
    'adds a part of a response',
    Buffer.concat([START_TLS_DONE, BOUND.subarray(0, 5)]),
    'between its response',
  ],
  ['announces a huge response', Buffer.from('3084ffffffff', 'hex'), 'not LDAP'],
  ['announces a response without a length', Buffer.from('308002010178', 'hex'), 'not LDAP'],
])('a server that %s gets no password', async (_name, response, problem) => {
  const server = await fakeServer((socket) => socket.write(response))
  await expect(servers({ urls: [server.url] }).use(async () => {})).rejects.toThrow(problem)
  expect(server.received()).not.toContain(BIND_PASSWORD)
})

test('a connection that ends is not replaced by one without TLS', async () => {
  const server = await fakeServer((socket) => socket.write(BOUND))
  const used = servers({ urls: [server.url], startTls: false }).use(async (session) => {
    const closed = server.sockets.map((socket) => once(socket, 'close'))
    for (const socket of server.sockets) socket.destroy()
    await Promise.all(closed)
    return session.verifyPassword('cn=alice', 'the-password-of-alice')
  })
  await expect(used).rejects.toThrow(DirectoryUnavailable)
  expect(server.sockets).toHaveLength(1)
  expect(server.received()).not.toContain('the-password-of-alice')
})
