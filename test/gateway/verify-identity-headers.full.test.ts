import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { SignedCall } from '../../src/features/web/forward-auth/identity-headers.ts'
import { call } from '../support/client.ts'
import { EXAMPLES } from '../support/example-process.ts'
import { goProgram, pythonProgram, runDuringTests } from '../support/language-programs.ts'
import { sendRaw } from '../support/raw-request.ts'
import { SIGNING_SECRET, signedHeaders } from '../support/signed-call.ts'

const FOLDER = join(EXAMPLES, 'verify-identity-headers')
const PATH = '/api/v1/orders/M%C3%A4rz'
const identity = { userId: 7, username: '王 小明+', roleId: 3, roleKey: 'sales/eu', dataScope: '2' }

describe.each([
  ['Python', pythonProgram(join(FOLDER, 'verify.py'), '-B')],
  ['Go', goProgram(FOLDER)],
])('the verification in %s', (language, findCommand) => {
  const running = runDuringTests(language, findCommand, { SIGNING_SECRET })

  const signed = (changes: Partial<SignedCall> = {}) => signedHeaders({ identity, path: PATH, ...changes })

  const send = (headers: Record<string, string>, target = `${PATH}?a=1`, method = 'GET') =>
    call(`${running().process.origin}${target}`, { method, headers })

  test('returns the caller of a signed request', async () => {
    const { status, body } = await send(signed())
    expect(status).toBe(200)
    expect(body).toMatchObject({
      'User-Id': '7',
      Username: '王 小明+',
      'Role-Id': '3',
      'Role-Key': 'sales/eu',
      'Data-Scope': '2',
      'Request-Id': 'aB3-_9',
    })
    expect((await send(signed({ method: 'POST' }), PATH, 'POST')).status).toBe(200)
  })

  test.each([
    ['a space', '/a%20b'],
    ['a plus sign', '/1+1'],
    ['an encoded plus sign', '/1%2B1'],
    ['characters that need no escape', "/a:b@c!$&'()*,=~"],
    ['the same characters encoded', '/a%3Ab%40c%21%24%26%27%28%29%2A%2C%3D~'],
    ['a question mark and a number sign', '/a%3Fb%23c'],
    ['a percent sign', '/100%25'],
    ['a percent sign before one digit', '/%252'],
    ['characters of four bytes', '/%F0%9F%98%80'],
    ['a slash at the end', '/'],
  ])('verifies a path with %s', async (_, end) => {
    const path = `/api/v1/orders${end}`
    const lines = Object.entries(signed({ path })).map(([name, value]) => `${name}: ${value}`)
    for (const target of [path, `${path}?a=%3F`]) {
      expect((await sendRaw(running().process.origin, { target, headers: lines })).status, target).toBe(200)
    }
    for (const target of ['/api/v1/orders', `${path}x`, `${path}%3Fa`, `/x${path}`]) {
      expect((await sendRaw(running().process.origin, { target, headers: lines })).status, target).toBe(401)
    }
  })

  test.each([
    ['{"kind":"all","version":4}', { kind: 'all' }],
    ['{"kind":"some","departments":[7,8],"version":4}', { kind: 'some', departments: [7, 8], userId: 0 }],
    ['{"kind":"some","departments":[],"userId":7}', { kind: 'some', departments: [], userId: 7 }],
    ['{"kind":"fetch","version":4}', { kind: 'fetch' }],
    ['{"kind":"none","reason":"department-missing","version":4}', { kind: 'none' }],
    ['{"kind":"some"}', { kind: 'none' }],
    ['{"kind":"everything"}', { kind: 'none' }],
    ['{}', { kind: 'none' }],
    ['[]', { kind: 'none' }],
    ['all', { kind: 'none' }],
    ['1', { kind: 'none' }],
  ])('takes the scope %s for no more than it is', async (resolvedScope, scope) => {
    const { body } = await send(signed({ resolvedScope }))
    expect(body.Scope).toMatchObject(scope)
  })

  test('refuses everything that Castellan has not signed for this request', async () => {
    const headers = signed()
    const { 'x-castellan-signature': signature = '', ...unsigned } = headers
    for (const changed of [
      {},
      unsigned,
      { ...headers, 'x-castellan-signature': '' },
      { ...headers, 'x-castellan-signature': signature.replace(/.$/, (last) => (last === '0' ? '1' : '0')) },
      { ...headers, 'x-castellan-user-id': '1' },
      { ...headers, 'x-castellan-role-key': 'admin' },
      { ...headers, 'x-castellan-resolved-scope': '{"kind":"all"}' },
      { ...headers, 'x-castellan-time': String(Number(headers['x-castellan-time']) + 1) },
      { ...headers, 'x-castellan-username': '' },
      signed({ secret: `${SIGNING_SECRET}x` }),
      signed({ method: 'POST' }),
      signed({ path: '/api/v1/orders' }),
    ]) {
      expect((await send(changed)).status, JSON.stringify(changed)).toBe(401)
    }
  })

  test('refuses a request in which an identity header comes twice', async () => {
    const lines = Object.entries(signed()).map(([name, value]) => `${name}: ${value}`)
    expect((await sendRaw(running().process.origin, { target: PATH, headers: lines })).status).toBe(200)
    for (const line of lines) {
      const { status } = await sendRaw(running().process.origin, { target: PATH, headers: [...lines, line] })
      expect(status, line).toBe(401)
    }
  })

  test('refuses headers that are too old, or from the future', async () => {
    const now = Math.floor(Date.now() / 1000)
    expect((await send(signed({ timeSeconds: now - 3600 }))).status).toBe(401)
    expect((await send(signed({ timeSeconds: now + 3600 }))).status).toBe(401)
  })
})
