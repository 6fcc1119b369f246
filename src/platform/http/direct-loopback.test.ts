import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { isDirectLoopback } from './direct-loopback.ts'

const from = (remoteAddress: string | undefined, headers: IncomingMessage['headers']) =>
  isDirectLoopback({ socket: { remoteAddress } as IncomingMessage['socket'], headers })

test.each([
  ['127.0.0.1', '127.0.0.1:8000'],
  ['127.0.0.1', 'localhost:8000'],
  ['::1', '[::1]:8000'],
  ['::ffff:127.0.0.1', 'LOCALHOST'],
])('a request from %s to %s is direct', (address, host) => {
  expect(from(address, { host })).toBe(true)
})

test.each([
  ['another machine', '192.0.2.7', { host: '127.0.0.1:8000' }],
  ['a closed connection', undefined, { host: '127.0.0.1:8000' }],
  ['DNS rebinding', '127.0.0.1', { host: 'evil.example:8000' }],
  ['a host that begins like the loopback address', '127.0.0.1', { host: '127.0.0.1.evil.example' }],
  ['a host that ends like localhost', '127.0.0.1', { host: 'evil.localhost' }],
  ['a host with a user', '127.0.0.1', { host: 'localhost@evil.example' }],
  ['no host', '127.0.0.1', {}],
  ['a page of another site', '127.0.0.1', { host: 'localhost', origin: 'https://evil.example' }],
  ['a sandboxed page', '127.0.0.1', { host: 'localhost', origin: 'null' }],
  ['a proxy on this machine', '127.0.0.1', { host: 'localhost', 'x-forwarded-for': '127.0.0.1' }],
  ['a proxy with an empty header', '127.0.0.1', { host: 'localhost', 'x-forwarded-for': '' }],
  ['a proxy that names the protocol', '127.0.0.1', { host: 'localhost', 'x-forwarded-proto': 'http' }],
  ['a proxy by the standard', '127.0.0.1', { host: 'localhost', forwarded: 'for=127.0.0.1' }],
  ['a proxy that names itself', '127.0.0.1', { host: 'localhost', via: '1.1 cache' }],
  ['nginx', '127.0.0.1', { host: 'localhost', 'x-real-ip': '127.0.0.1' }],
  ['Cloudflare', '127.0.0.1', { host: 'localhost', 'cf-connecting-ip': '127.0.0.1' }],
  ['Akamai', '127.0.0.1', { host: 'localhost', 'true-client-ip': '127.0.0.1' }],
  ['Envoy', '127.0.0.1', { host: 'localhost', 'x-envoy-external-address': '127.0.0.1' }],
  ['an old proxy', '127.0.0.1', { host: 'localhost', 'x-forwarded': 'for=127.0.0.1' }],
])('%s is not direct', (_, address, headers) => {
  expect(from(address, headers)).toBe(false)
})
