import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { call, login } from '../support/client.ts'
import { exchange } from './support/exchange.ts'
import { contentLengths, transferEncodings } from './support/smuggling.ts'
import { startTarget } from './support/target.ts'

const BATCH = 24
const GET = 'GET /api/v1/health HTTP/1.1\r\n'

const target = await startTarget({ routes: ['GET /api/v1/hit', 'POST /api/v1/orders'] })
afterAll(target.close)
const admin = await login(target.base)

beforeEach(() => {
  target.runs.take()
})

const malformed: [string, string][] = [
  ['no host', `${GET}\r\n`],
  ['two hosts', `${GET}Host: a\r\nHost: b\r\n\r\n`],
  ['the same host twice', `${GET}Host: a\r\nhost: a\r\n\r\n`],
  ['an empty host', `${GET}Host:\r\n\r\n`],
  ['a host with a space', `${GET}Host: a b\r\n\r\n`],
  ['a host with a path', `${GET}Host: a/b\r\n\r\n`],
  ['a host with a user', `${GET}Host: a@b\r\n\r\n`],
  ['a list of hosts', `${GET}Host: a, b\r\n\r\n`],
  ['a host with a bad port', `${GET}Host: a:b\r\n\r\n`],
  ['an unknown expectation', `${GET}Host: x\r\nExpect: wonders\r\n\r\n`],
  ['two expectations', `${GET}Host: x\r\nExpect: 100-continue\r\nExpect: 100-continue\r\n\r\n`],
  ['CONNECT', 'CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['CONNECT to a path of the service', 'CONNECT /api/v1/hit HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['OPTIONS *', 'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['no version', 'GET /api/v1/health\r\n\r\n'],
  ['version 0.9', 'GET /api/v1/health HTTP/0.9\r\nHost: x\r\n\r\n'],
  ['version 1.2', 'GET /api/v1/health HTTP/1.2\r\nHost: x\r\n\r\n'],
  ['version 2.0', 'GET /api/v1/health HTTP/2.0\r\nHost: x\r\n\r\n'],
  ['a version of many digits', 'GET /api/v1/health HTTP/1.10\r\nHost: x\r\n\r\n'],
  ['the HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['another protocol', 'GET /api/v1/health ICE/1.0\r\nHost: x\r\n\r\n'],
  ['a lowercase http', 'GET /api/v1/health http/1.1\r\nHost: x\r\n\r\n'],
  ['a lowercase method', 'get /api/v1/health HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['tabs in the request line', 'GET\t/api/v1/health\tHTTP/1.1\r\nHost: x\r\n\r\n'],
  ['something after the version', 'GET /api/v1/health HTTP/1.1 x\r\nHost: x\r\n\r\n'],
  ['no target', 'GET HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a target without a slash', 'GET api/v1/health HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a control character in the target', 'GET /api/v1/\x01 HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['raw bytes in the target', 'GET /api/v1/\xc3\xa9 HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['bare line feeds', 'GET /api/v1/health HTTP/1.1\nHost: x\n\n'],
  ['one bare line feed', `${GET}Host: x\nX: y\r\n\r\n`],
  ['a bare carriage return', `${GET}Host: x\r\nX: a\rb\r\n\r\n`],
  ['a folded line', `${GET}Host: x\r\nX: a\r\n b\r\n\r\n`],
  ['a folded first line', `${GET} Host: x\r\n\r\n`],
  ['a space before the colon', `${GET}Host : x\r\n\r\n`],
  ['a header without a colon', `${GET}Host: x\r\nfoo\r\n\r\n`],
  ['a header without a name', `${GET}Host: x\r\n: y\r\n\r\n`],
  ['brackets in a name', `${GET}Host: x\r\nX[]: y\r\n\r\n`],
  ['raw bytes in a name', `${GET}Host: x\r\nX\xe9: y\r\n\r\n`],
  ['a NUL in a value', `${GET}Host: x\r\nX: a\0b\r\n\r\n`],
  ['an escape character in a value', `${GET}Host: x\r\nX: a\x1bb\r\n\r\n`],
  [
    'two content types',
    `POST /api/v1/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}`,
  ],
  ['a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['SSH', 'SSH-2.0-OpenSSH_9.9\r\n\r\n'],
  [
    'a chunk with an invalid size',
    `POST /api/v1/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
  ],
  [
    'a chunk with a negative size',
    `POST /api/v1/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n-2\r\n{}\r\n0\r\n\r\n`,
  ],
  [
    'a chunk size with a hex prefix',
    `POST /api/v1/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0x2\r\n{}\r\n0\r\n\r\n`,
  ],
  [
    'a chunk size that overflows',
    `POST /api/v1/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${'f'.repeat(17)}\r\n{}`,
  ],
  [
    'a chunk size that ends with a bare line feed',
    `POST /api/v1/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\n{}\r\n0\r\n\r\n`,
  ],
  [
    'chunks in HTTP/1.0',
    `POST /api/v1/login HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
]

describe('P01 input that is not HTTP/1.1: 400 in the response envelope, and the connection is closed', () => {
  test.each(malformed)('%s', async (_name, bytes) => {
    // A second request on the same connection must not be processed.
    const next = 'GET /api/v1/hit?token=@ HTTP/1.1\r\nHost: x\r\n\r\n'.replace('@', admin)
    const { received, closed, statuses } = await exchange(target.origin, bytes + next)
    expect({ statuses, closed, ran: target.runs.take() }).toEqual({ statuses: [400], closed: true, ran: [] })
    const [head = '', body = ''] = received.slice(received.indexOf('HTTP/1.1 400')).split('\r\n\r\n')
    const { reason, ...rest } = JSON.parse(body)
    expect(rest).toEqual({ code: 400, msg: expect.stringMatching(/\S/) })
    expect(head).toMatch(new RegExp(`^x-castellan-reason: ${reason}$`, 'im'))
    expect(head).toMatch(/^connection: close$/im)
    expect(head).toMatch(/^cache-control: no-store$/im)
    expect(head).toMatch(/^x-content-type-options: nosniff$/im)
    expect(head).toMatch(/^content-type: application\/json; charset=utf-8$/im)
  })

  test.each([
    ['a header of 17 KB', `${GET}Host: x\r\nX: ${'y'.repeat(17_000)}\r\n\r\n`],
    ['a target of 17 KB', `GET /${'a'.repeat(17_000)} HTTP/1.1\r\n`],
    ['101 headers', `${GET}Host: x\r\n${'a: b\r\n'.repeat(100)}\r\n`],
    // Node 20 and 22 pass on the first 2,000. Newer versions count the separators and refuse the block.
    ['3,000 headers of 4 bytes', `${GET}Host: x\r\n${'a:\r\n'.repeat(3000)}\r\n`],
  ])('%s: 431, and the connection is closed', async (_name, bytes) => {
    const next = `GET /api/v1/hit?token=${admin} HTTP/1.1\r\nHost: x\r\n\r\n`
    const { received, closed, statuses } = await exchange(target.origin, bytes + next)
    expect({ statuses, closed, ran: target.runs.take() }).toEqual({ statuses: [431], closed: true, ran: [] })
    expect(received).toContain('{"code":431,"msg"')
    expect(received).toMatch(/^x-castellan-reason: headers-too-large$/im)
    expect(received).toMatch(/^connection: close$/im)
  })

  test.each([
    ['HTTP/1.0 without a host', 'GET /api/v1/health HTTP/1.0\r\n\r\n'],
    ['a host with a port', `${GET}Host: a.example:8000\r\nConnection: close\r\n\r\n`],
    ['an IPv6 host', `${GET}Host: [::1]:8000\r\nConnection: close\r\n\r\n`],
    ['an ignored upgrade', `${GET}Host: x\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n`],
    ['an empty line first', `\r\n${GET}Host: x\r\nConnection: close\r\n\r\n`],
    ['99 more headers', `${GET}Host: x\r\n${'a: b\r\n'.repeat(99)}\r\n`],
  ])('%s is accepted', async (_name, bytes) => {
    const { statuses } = await exchange(target.origin, bytes)
    expect(statuses).toEqual([200])
  })
})

describe('P02 request smuggling: Transfer-Encoding together with Content-Length', () => {
  const smuggled = () => `GET /api/v1/hit?token=${admin} HTTP/1.1\r\nHost: x\r\n\r\n`

  /** Sends all requests in batches. */
  async function sendAll(requests: readonly string[]) {
    const outcomes: { bytes: string; statuses: readonly number[]; closed: boolean }[] = []
    for (let from = 0; from < requests.length; from += BATCH) {
      const batch = requests.slice(from, from + BATCH)
      const answers = await Promise.all(batch.map((bytes) => exchange(target.origin, bytes)))
      outcomes.push(
        ...answers.map(({ statuses, closed }, index) => ({ bytes: batch[index] ?? '', statuses, closed })),
      )
    }
    return outcomes
  }

  const head = (lines: string) =>
    `POST /api/v1/orders?token=${admin} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${lines}\r\n\r\n`

  test('hundreds of spellings: none turns part of the body into a second request', async () => {
    const gadgets = transferEncodings()
    expect(gadgets.length).toBeGreaterThan(650)
    // By Content-Length, everything is the body. By Transfer-Encoding, the body is empty and a request follows.
    const body = `0\r\n\r\n${smuggled()}`
    const outcomes = await sendAll(
      gadgets.map((line) => head(`Content-Length: ${body.length}\r\n${line}`) + body),
    )
    expect(target.runs.take().filter(({ url }) => url.includes('/hit'))).toEqual([])
    for (const { bytes, statuses, closed } of outcomes) {
      expect(statuses, bytes).toHaveLength(1)
      if (statuses[0] === 400) expect(closed, bytes).toBe(true)
    }
    expect(outcomes.filter(({ statuses }) => statuses[0] === 400).length).toBeGreaterThan(500)
  })

  test('every valid Transfer-Encoding together with Content-Length is refused, in both orders', async () => {
    const lines = ['chunked', 'Chunked', 'identity', 'x', '', 'gzip, chunked', ' chunked '].map(
      (value) => `Transfer-Encoding: ${value}`,
    )
    const requests = lines.flatMap((line) => [
      head(`Content-Length: 2\r\n${line}`),
      head(`${line}\r\nContent-Length: 2`),
    ])
    for (const outcome of await sendAll(requests.map((request) => `${request}{}${smuggled()}`))) {
      expect(outcome, outcome.bytes).toMatchObject({ statuses: [400], closed: true })
    }
    expect(target.runs.take()).toEqual([])
  })

  test('two lengths and ambiguous lengths: refused', async () => {
    const body = `{}${smuggled()}`
    const lengths = contentLengths(2)
    for (const outcome of await sendAll(lengths.map((line) => head(line) + body))) {
      expect(outcome, outcome.bytes).toMatchObject({ statuses: [400], closed: true })
    }
    expect(target.runs.take()).toEqual([])
  })

  test('a request inside the body of another, or after a refused one, is not processed', async () => {
    const get = `GET /api/v1/hit HTTP/1.1\r\nHost: x\r\nContent-Length: ${smuggled().length}\r\n\r\n${smuggled()}`
    const unknown = `POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: ${smuggled().length}\r\n\r\n${smuggled()}`
    const large = head(`Content-Length: 2000000`) + smuggled().repeat(10)
    for (const outcome of await sendAll([get, unknown, large])) expect(outcome.statuses).toHaveLength(1)
    expect(target.runs.take()).toEqual([])
  })
})

test('afterwards a valid request succeeds', async () => {
  expect((await call(`${target.base}/health`)).body.code).toBe(200)
})
