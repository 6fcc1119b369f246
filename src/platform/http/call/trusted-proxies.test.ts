import { expect, test } from 'vitest'
import type { IncomingCall } from './incoming-call.ts'
import { createTrustedProxies } from './trusted-proxies.ts'

const proxies = createTrustedProxies(['10.0.0.0/8', '::1'])

function resolve(remoteAddress: string, headers: IncomingCall['headers']) {
  const call = proxies.resolve({ method: 'GET', url: '/', headers, remoteAddress })
  return [call.remoteAddress, call.host]
}

test('forwarded headers of other peers are ignored', () => {
  const headers = { 'x-forwarded-for': '192.0.2.1', 'x-forwarded-host': 'a.example' }
  expect(resolve('203.0.113.5', headers)).toEqual(['203.0.113.5', undefined])
  expect(createTrustedProxies([]).includes('10.0.0.1')).toBe(false)
})

test('the last address that is not a trusted proxy is the client', () => {
  const forwarded = (list: string) => resolve('10.0.0.1', { 'x-forwarded-for': list })[0]
  expect(forwarded('192.0.2.1')).toBe('192.0.2.1')
  expect(forwarded('198.51.100.9, 192.0.2.1')).toBe('192.0.2.1')
  expect(forwarded('192.0.2.1, 10.0.0.2')).toBe('192.0.2.1')
  expect(forwarded('10.0.0.3, 10.0.0.2')).toBe('10.0.0.3')
})

test('a forwarded value that is not an address is not used', () => {
  for (const value of ['unknown', '192.0.2.1:80', '', ' , ', '"><script>']) {
    expect(resolve('10.0.0.1', { 'x-forwarded-for': value })[0], value).toBe('10.0.0.1')
  }
})

test('an IPv4-mapped address is the IPv4 address', () => {
  expect(resolve('::ffff:203.0.113.5', {})[0]).toBe('203.0.113.5')
  expect(resolve('::ffff:10.0.0.1', { 'x-forwarded-for': '::ffff:192.0.2.1' })[0]).toBe('192.0.2.1')
})

test('the last forwarded host is the host of the client', () => {
  expect(resolve('::1', { 'x-forwarded-host': 'evil.example, a.example' })[1]).toBe('a.example')
})
