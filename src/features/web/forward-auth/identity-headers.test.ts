import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { IDENTITY_HEADER_NAMES, isReservedHeader, signIdentityHeaders } from './identity-headers.ts'

const call = {
  identity: { userId: 7, username: '王 小明\n', roleId: 3, roleKey: 'sales/eu', dataScope: '2' },
  resolvedScope: '{"kind":"some","departments":[7],"version":3}',
  method: 'GET',
  path: '/api/v1/reports/M%C3%A4rz',
  requestId: 'aB3-_9',
  timeSeconds: 1_700_000_000,
  secret: 'wU5-jq0ZJ_cV9b4Rr2Xn7Lt1Kf8Hd3Ms6',
}

const SIGNED = [
  'time',
  'request-id',
  'user-id',
  'username',
  'role-id',
  'role-key',
  'data-scope',
  'resolved-scope',
] as const

test('the headers have the values of the identity, percent-encoded', () => {
  const headers = signIdentityHeaders(call)
  expect(Object.keys(headers)).toEqual([...IDENTITY_HEADER_NAMES])
  expect(headers).toMatchObject({
    'x-castellan-user-id': '7',
    'x-castellan-username': '%E7%8E%8B%20%E5%B0%8F%E6%98%8E%0A',
    'x-castellan-role-id': '3',
    'x-castellan-role-key': 'sales%2Feu',
    'x-castellan-data-scope': '2',
    'x-castellan-resolved-scope': '{"kind":"some","departments":[7],"version":3}',
    'x-castellan-request-id': 'aB3-_9',
    'x-castellan-time': '1700000000',
  })
})

test('the signature is an HMAC over eleven lines, with the decoded path', () => {
  const signed =
    'v3\nGET\n/api/v1/reports/März\n1700000000\naB3-_9\n7\n%E7%8E%8B%20%E5%B0%8F%E6%98%8E%0A\n3\nsales%2Feu\n2\n{"kind":"some","departments":[7],"version":3}'
  expect(signIdentityHeaders(call)['x-castellan-signature']).toBe(
    createHmac('sha256', call.secret).update(signed).digest('hex'),
  )
})

test.each([
  ['/a%20b', '/a b'],
  ['/a+b', '/a+b'],
  ['/a%2Bb', '/a+b'],
  ['/a:b@c', '/a:b@c'],
  ['/a%3Ab%40c', '/a:b@c'],
  ['/a%3Fb%23c', '/a?b#c'],
  ['/100%25', '/100%'],
  ['/%F0%9F%98%80/', '/😀/'],
])('of the path %s, the signature contains %s', (path, decoded) => {
  const { 'x-castellan-signature': signature, ...headers } = signIdentityHeaders({ ...call, path })
  const values = SIGNED.map((name) => headers[`x-castellan-${name}`])
  const signed = ['v3', call.method, decoded, ...values].join('\n')
  expect(signature).toBe(createHmac('sha256', call.secret).update(signed).digest('hex'))
})

test('every part of the call changes the signature', () => {
  const { identity } = call
  const others = [
    { ...call, method: 'HEAD' },
    { ...call, path: '/api/v1/orders/1' },
    { ...call, requestId: 'aB3-_8' },
    { ...call, timeSeconds: 1_700_000_001 },
    { ...call, resolvedScope: '{"kind":"all","version":3}' },
    { ...call, secret: `${call.secret}x` },
    { ...call, identity: { ...identity, userId: 8 } },
    { ...call, identity: { ...identity, username: 'admin' } },
    { ...call, identity: { ...identity, roleId: 1 } },
    { ...call, identity: { ...identity, roleKey: 'admin' } },
    { ...call, identity: { ...identity, dataScope: '1' } },
  ]
  const signatures = [call, ...others].map((one) => signIdentityHeaders(one)['x-castellan-signature'])
  expect(new Set(signatures).size).toBe(others.length + 1)
})

test('no value can contain a line break, a space or a character outside ASCII', () => {
  const hostile = {
    userId: 1,
    username: 'a\r\nb\ud800',
    roleId: 1,
    roleKey: 'x\u0000\u00e9',
    dataScope: '1\n2',
  }
  for (const value of Object.values(signIdentityHeaders({ ...call, identity: hostile, requestId: 'a\nb' }))) {
    expect(value).toMatch(/^[!-~]+$/)
  }
})

test.each([
  'X-Castellan-User-Id',
  'x_castellan_user_id',
  'X-Castellan_Signature',
  'x.castellan.role.key',
  'X-CASTELLAN-ANYTHING',
])('%s is reserved', (name) => expect(isReservedHeader(name)).toBe(true))

test.each(['X-Castellan', 'Castellan-User-Id', 'X-Request-Id', 'Authorization', ''])(
  '%s is not reserved',
  (name) => expect(isReservedHeader(name)).toBe(false),
)
