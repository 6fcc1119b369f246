import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { login } from '../support/client.ts'
import { createDeputyFixture } from '../support/deputy-fixture.ts'

// The checks run when the request head has arrived. The body may arrive after the session has ended.

const fixture = await createDeputyFixture()
afterAll(fixture.close)
await fixture.createRoleWithUser('clerk', '5', [])
const admin = await login(fixture.service.base)

/** Sends the head of a request and waits until the service requests the body with 100 Continue. */
async function begin(token: string, path: string, body: string): Promise<Socket> {
  // A cached token is verified synchronously, so the checks have passed when the service requests the body.
  await fixture.expectRequestAccepted(token, 'GET', '/user/profile')
  const { hostname, port, host } = new URL(fixture.service.origin)
  const socket = connect(Number(port), hostname)
  socket.setEncoding('utf8')
  const head = [
    `POST /api/v1${path} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Expect: 100-continue',
    'Connection: close',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  const [received] = await once(socket, 'data')
  expect(received).toMatch(/^HTTP\/1\.1 100 /)
  return socket
}

async function finish(socket: Socket, body: string): Promise<unknown> {
  socket.write(body)
  let received = ''
  for await (const piece of socket) received += piece
  return JSON.parse(received.slice(received.indexOf('\r\n\r\n') + 4))
}

const body = JSON.stringify({ rules: [{ roleKey: 'clerk', method: 'GET', path: '/app/shop/:id' }] })

test('a late body is accepted while the session is valid', async () => {
  const token = await fixture.login('deputy')
  expect(await finish(await begin(token, '/policy', body), body)).toMatchObject({ code: 200 })
  await fixture.expectRequestAccepted(admin, 'DELETE', '/policy', JSON.parse(body))
})

const waysToEndTheSession: Record<string, (userId: number) => Promise<unknown>> = {
  'an operator ends the session': (userId) =>
    fixture.expectRequestAccepted(admin, 'DELETE', '/session', { userId }),
  'an operator sets a new password': (userId) =>
    fixture.expectRequestAccepted(admin, 'PUT', `/sys-user/${userId}/password`, {
      password: 'the secret words of deputy',
    }),
  'they are disabled, and enabled again': async (userId) => {
    await fixture.expectRequestAccepted(admin, 'PUT', `/sys-user/${userId}/status`, { status: '1' })
    await fixture.expectRequestAccepted(admin, 'PUT', `/sys-user/${userId}/status`, { status: '2' })
  },
  'they get another role, and theirs back': async (userId) => {
    const [clerk, deputy] = [await fixture.role('clerk'), await fixture.role('deputy')]
    await fixture.expectRequestAccepted(admin, 'PUT', `/sys-user/${userId}`, { roleId: clerk })
    await fixture.expectRequestAccepted(admin, 'PUT', `/sys-user/${userId}`, { roleId: deputy })
  },
}

test.each(Object.keys(waysToEndTheSession))('%s: a request in progress changes nothing', async (way) => {
  const token = await fixture.login('deputy')
  const socket = await begin(token, '/policy', body)
  await waysToEndTheSession[way]?.(await fixture.user('deputy'))
  const before = await fixture.rows()
  expect(await finish(socket, body)).toEqual({ code: 401, msg: expect.any(String) })
  expect(await fixture.rows()).toEqual(before)
})

test('the user logs out: a request in progress changes nothing', async () => {
  const token = await fixture.login('deputy')
  const socket = await begin(token, '/policy', body)
  await fixture.expectRequestAccepted(token, 'POST', '/logout')
  const before = await fixture.rows()
  expect(await finish(socket, body)).toEqual({ code: 401, msg: expect.any(String) })
  expect(await fixture.rows()).toEqual(before)
})
