import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SignedCall } from '../../src/gateway/identity-headers.ts'
import { call } from '../support/client.ts'
import { EXAMPLES, type ExampleProcess, startProgram } from '../support/example-process.ts'
import { BUILD_TIMEOUT_MS, buildGoProgram } from '../support/go-program.ts'
import { temporaryFolder } from '../support/process.ts'
import { sendRaw } from '../support/raw-request.ts'
import { findOrInstall } from '../support/servers/find-or-install.ts'
import { SIGNING_SECRET, signedHeaders } from '../support/signed-call.ts'

const FOLDER = join(EXAMPLES, 'verify-identity-headers')
const PATH = '/api/v1/orders/1%2F2'
const identity = { userId: 7, username: '王 小明+', roleId: 3, roleKey: 'sales/eu', dataScope: '2' }

type Command = readonly [string, ...string[]]

async function python(): Promise<Command | undefined> {
  const program = await findOrInstall('python3', 'python3')
  return program === undefined ? undefined : [program, '-B', join(FOLDER, 'verify.py')]
}

async function go(folder: string): Promise<Command | undefined> {
  const program = await buildGoProgram(FOLDER, folder)
  return program === undefined ? undefined : [program]
}

describe.each([
  ['Python', python],
  ['Go', go],
])('the verification in %s', (language, commandIn) => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let service: ExampleProcess | undefined

  beforeAll(async () => {
    folder = await temporaryFolder()
    const command = await commandIn(folder.path)
    if (command) service = await startProgram(command, folder.path, { SIGNING_SECRET })
  }, BUILD_TIMEOUT_MS)
  afterAll(async () => {
    await service?.stop()
    await folder.remove()
  })
  beforeEach(({ skip }) => {
    if (!service) skip(`${language} is not installed here`)
  })

  const signed = (changes: Partial<SignedCall> = {}) => signedHeaders({ identity, path: PATH, ...changes })

  const send = (headers: Record<string, string>, target = `${PATH}?a=1`, method = 'GET') =>
    call(`${service?.origin}${target}`, { method, headers })

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
    if (!service) return
    const lines = Object.entries(signed()).map(([name, value]) => `${name}: ${value}`)
    expect((await sendRaw(service.origin, { target: PATH, headers: lines })).status).toBe(200)
    for (const line of lines) {
      const { status } = await sendRaw(service.origin, { target: PATH, headers: [...lines, line] })
      expect(status, line).toBe(401)
    }
  })

  test('refuses headers that are too old, or from the future', async () => {
    const now = Math.floor(Date.now() / 1000)
    expect((await send(signed({ timeSeconds: now - 3600 }))).status).toBe(401)
    expect((await send(signed({ timeSeconds: now + 3600 }))).status).toBe(401)
  })
})
