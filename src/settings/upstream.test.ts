import { describe, expect, test } from 'vitest'
import { resolveSettings } from './load-settings.ts'
import { upstreamsOf } from './upstream.ts'

const signingSecret = 'wU5-jq0ZJ_cV9b4Rr2Xn7Lt1Kf8Hd3Ms6'
const orders = { prefix: '/api/v1/orders', url: 'http://127.0.0.1:9000' }

function gatewayWith(upstreams: readonly object[], others: object = {}) {
  return resolveSettings({ gateway: { signingSecret, upstreams: upstreams as never, ...others } }).gateway
}

test('an entry has the limits of the gateway, unless it sets its own', () => {
  const gateway = gatewayWith(
    [
      { ...orders, maxQueued: 7 },
      { prefix: '/api/v1/a/b-c_1', url: 'https://Up:443/' },
    ],
    {
      maxConnections: 5,
    },
  )
  expect(upstreamsOf(gateway)).toMatchObject([
    { ...orders, maxQueued: 7, maxConnections: 5, responseTimeoutSeconds: 30 },
    { prefix: '/api/v1/a/b-c_1', url: 'https://up', maxQueued: 100, maxConnections: 5 },
  ])
})

describe('a wrong entry is refused with a message that names it', () => {
  test.each([
    [{ url: orders.url }, 'entry 1: it has no prefix, such as /api/v1/orders'],
    [{ prefix: '/orders', url: orders.url }, 'has the prefix "/orders", which is not /api/v1/ and segments'],
    [{ ...orders, prefix: '/api/v1' }, 'has the prefix'],
    [{ ...orders, prefix: '/api/v1/' }, 'has the prefix'],
    [{ ...orders, prefix: '/api/v1/orders/' }, 'has the prefix'],
    [{ ...orders, prefix: '/api/v1/:id' }, 'has the prefix'],
    [{ ...orders, prefix: '/api/v1/*' }, 'has the prefix'],
    [{ ...orders, prefix: '/api/v1/a/../b' }, 'has the prefix'],
    [{ prefix: orders.prefix }, 'has no url, such as http://127.0.0.1:9000'],
    [{ ...orders, url: '127.0.0.1:9000' }, 'has a url that is not one'],
    [{ ...orders, url: 'ftp://x' }, 'has a url with a scheme other than http and https'],
    [{ ...orders, url: 'http://x/base' }, 'has a url with more than scheme, host and port'],
    [{ ...orders, url: 'http://x?y' }, 'has a url with more than scheme, host and port'],
    [{ ...orders, timeout: 1 }, 'has the key "timeout"; allowed are prefix, url, maxConnections'],
    [{ ...orders, maxConnections: 0 }, 'has a wrong maxConnections: it must be a whole number from 1'],
    [{ ...orders, maxConnections: '5' }, 'has a wrong maxConnections'],
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
