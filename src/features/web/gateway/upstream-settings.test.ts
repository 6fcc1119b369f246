import { describe, expect, test } from 'vitest'
import { resolveSettings } from '../../../core/settings/load-settings.ts'

const signingSecret = 'wU5-jq0ZJ_cV9b4Rr2Xn7Lt1Kf8Hd3Ms6'
const orders = { prefix: '/api/v1/orders', url: 'http://127.0.0.1:9000' }

function gatewayWith(upstreams: readonly object[], others: object = {}) {
  return resolveSettings({ gateway: { signingSecret, upstreams: upstreams as never, ...others } }).gateway
}

test('an entry has the default limits, unless it sets its own', () => {
  const gateway = gatewayWith([
    { ...orders, maxConnections: 7 },
    { prefix: '/api/v1/a/b-c_1', url: 'https://Up:443/' },
  ])
  const limits = {
    maxConnections: 100,
    maxWebSockets: 1000,
    responseTimeoutSeconds: 30,
    idleTimeoutSeconds: 120,
    maxBodyBytes: 0,
    removeHeaders: [],
  }
  expect(gateway.upstreams).toEqual([
    { ...limits, ...orders, maxConnections: 7 },
    { ...limits, prefix: '/api/v1/a/b-c_1', url: 'https://up' },
  ])
})

describe('a wrong entry is refused with a message that names it', () => {
  test.each([
    [{ url: orders.url }, 'entry 1: prefix (settings object) is missing. Fix: write for example prefix'],
    [{ prefix: '/orders', url: orders.url }, 'prefix (settings object) must be /api/v1/ and segments'],
    [{ ...orders, prefix: '/api/v1' }, 'entry 1: prefix'],
    [{ ...orders, prefix: '/api/v1/' }, 'entry 1: prefix'],
    [{ ...orders, prefix: '/api/v1/orders/' }, 'entry 1: prefix'],
    [{ ...orders, prefix: '/api/v1/:id' }, 'entry 1: prefix'],
    [{ ...orders, prefix: '/api/v1/*' }, 'entry 1: prefix'],
    [{ ...orders, prefix: '/api/v1/a/../b' }, 'entry 1: prefix'],
    [{ prefix: orders.prefix }, 'url (settings object) is missing. Fix: write for example url: "http:'],
    [{ ...orders, url: '127.0.0.1:9000' }, 'url (settings object) is not a URL'],
    [{ ...orders, url: 'ftp://x' }, 'has a scheme other than http and https'],
    [{ ...orders, url: 'http://x/base' }, 'has more than scheme, host and port'],
    [{ ...orders, url: 'http://x?y' }, 'has more than scheme, host and port'],
    [
      { ...orders, timeout: 1 },
      'timeout (settings object) is not a key of this record. Fix: remove it, or use',
    ],
    [{ ...orders, maxconnections: 1 }, 'is not a key of this record. Fix: did you mean maxConnections?'],
    [{ ...orders, maxConnections: 0 }, 'maxConnections (settings object) must be a whole number from 1'],
    [{ ...orders, maxConnections: '5' }, 'not the text "5". Fix: write maxConnections: 5'],
  ])('%j', (entry, message) => expect(() => gatewayWith([entry])).toThrow(message))

  test('a password in a URL is not quoted', () => {
    const problem = () => gatewayWith([{ ...orders, url: 'http://user:hunter2@x' }])
    expect(problem).toThrow('gateway.upstreams')
    expect(problem).not.toThrow('hunter2')
  })
})

test('prefixes must not overlap', () => {
  expect(() => gatewayWith([orders, orders])).toThrow('has two entries with the prefix /api/v1/orders')
  expect(() => gatewayWith([orders, { ...orders, prefix: '/api/v1/orders/old' }])).toThrow(
    'has the prefixes /api/v1/orders and /api/v1/orders/old, which overlap',
  )
  expect(() => gatewayWith([orders, { ...orders, prefix: '/api/v1/orders2' }])).not.toThrow()
})

test('upstream services require the signing secret', () => {
  expect(() => gatewayWith([orders], { signingSecret: '' })).toThrow('requires gateway.signingSecret')
})
