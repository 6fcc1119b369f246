import { expect, test } from 'vitest'
import { readOriginalCall } from './original-call.ts'

const PATH = '/api/v1/authorize'

function read(
  headers: readonly (readonly [string, string])[],
  { method = 'GET', url = PATH }: { method?: string; url?: string } = {},
) {
  return readOriginalCall({ method, url, rawHeaders: headers.flat() }, PATH)
}

const forwarded = [
  ['X-Forwarded-Method', 'DELETE'],
  ['X-Forwarded-Uri', '/api/v1/orders/7?x=1'],
] as const
const original = [
  ['X-Original-Method', 'DELETE'],
  ['X-Original-URI', '/api/v1/orders/7?x=1'],
] as const

test.each([
  ['Traefik and Caddy', forwarded, {}],
  ['nginx', original, {}],
  ['both pairs, if they are equal', [...original, ...forwarded], {}],
  ['Envoy', [], { method: 'DELETE', url: `${PATH}/api/v1/orders/7?x=1` }],
  ['Envoy, with equal headers', forwarded, { method: 'DELETE', url: `${PATH}/api/v1/orders/7?x=1` }],
  ['the query of the endpoint is not read', forwarded, { url: `${PATH}?token=x` }],
  ['the method of the endpoint is not read', forwarded, { method: 'POST' }],
] as const)('%s', (_, headers, given) => {
  expect(read(headers, given)).toEqual({ method: 'DELETE', url: '/api/v1/orders/7?x=1' })
})

test('Envoy asks about the root', () => {
  expect(read([], { url: `${PATH}/` })).toEqual({ method: 'GET', url: '/' })
})

test.each([
  ['no header', [], {}],
  ['a method without a URI', [['X-Forwarded-Method', 'GET']], {}],
  ['a URI without a method', [['X-Original-URI', '/']], {}],
  [
    'halves of two pairs',
    [
      ['X-Original-URI', '/'],
      ['X-Forwarded-Method', 'GET'],
    ],
    {},
  ],
  ['half of a second pair', [...original, ['X-Forwarded-Method', 'DELETE']], {}],
  ['two methods', [...original, ['x-original-method', 'DELETE']], {}],
  ['two URIs', [...forwarded, ['X-FORWARDED-URI', '/api/v1/orders/7?x=1']], {}],
  ['pairs with other URIs', [...original, ['X-Forwarded-Method', 'DELETE'], ['X-Forwarded-Uri', '/']], {}],
  [
    'pairs with other methods',
    [...original, ['X-Forwarded-Method', 'GET'], ['X-Forwarded-Uri', '/api/v1/orders/7?x=1']],
    {},
  ],
  ['headers that differ from the path', forwarded, { method: 'DELETE', url: `${PATH}/api/v1/orders` }],
  ['headers that differ from the method', forwarded, { method: 'GET', url: `${PATH}/api/v1/orders/7?x=1` }],
  [
    'an empty method',
    [
      ['X-Original-Method', ''],
      ['X-Original-URI', '/'],
    ],
    {},
  ],
  ['TRACE', [], { method: 'TRACE', url: `${PATH}/` }],
  [
    'a method in lower case',
    [
      ['X-Original-Method', 'get'],
      ['X-Original-URI', '/'],
    ],
    {},
  ],
  [
    'two methods in one header',
    [
      ['X-Original-Method', 'GET, GET'],
      ['X-Original-URI', '/'],
    ],
    {},
  ],
  [
    'CONNECT',
    [
      ['X-Original-Method', 'CONNECT'],
      ['X-Original-URI', '/'],
    ],
    {},
  ],
  ['another path of the endpoint', [], { url: '//api/v1/authorize/orders' }],
] as const)('%s: nothing', (_, headers, given) => {
  expect(read(headers, given)).toBeUndefined()
})
