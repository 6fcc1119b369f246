import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, login } from '../support/client.ts'
import { ADMIN_PASSWORD } from '../support/service.ts'
import { startTarget, type Target } from './support/target.ts'

// Only a person at the machine may learn that nobody has logged in yet, and nobody learns the password.

/** Sends a request with exactly these headers. `fetch` would set the host itself. */
function appConfig({ base }: Target, headers: Readonly<Record<string, string>>): Promise<string> {
  return new Promise((resolve, reject) => {
    request(`${base}/app-config`, { headers, setHost: headers.host === undefined }, (response) => {
      let text = ''
      response.on('data', (piece) => {
        text += piece
      })
      response.on('end', () => resolve(text))
    })
      .on('error', reject)
      .end()
  })
}

describe('before the first login', () => {
  let target: Target
  beforeAll(async () => {
    target = await startTarget()
  })
  afterAll(() => target.close())

  test('a direct request learns that nobody has logged in, and not the password', async () => {
    const text = await appConfig(target, {})
    expect(text).toContain('"firstRun":true')
    expect(text).not.toContain(ADMIN_PASSWORD)
  })

  test.each([
    ['X-Forwarded-For', { 'x-forwarded-for': '203.0.113.9' }],
    ['X-Forwarded-For with the loopback address', { 'x-forwarded-for': '127.0.0.1' }],
    ['X-Forwarded-Host', { 'x-forwarded-host': 'localhost' }],
    ['X-Real-IP', { 'x-real-ip': '127.0.0.1' }],
    ['Forwarded', { forwarded: 'for=127.0.0.1;host=localhost' }],
    ['Via', { via: '1.1 proxy' }],
    ['DNS rebinding', { host: 'attacker.example' }],
    ['a host that begins like the loopback address', { host: '127.0.0.1.attacker.example' }],
    ['a subdomain of localhost', { host: 'attacker.localhost:8000' }],
    ['a page of another site', { origin: 'https://attacker.example' }],
  ])('a request with %s does not', async (_, headers) => {
    expect(await appConfig(target, headers)).not.toContain('firstRun')
  })
})

test('a service behind a proxy says it to nobody', async () => {
  const target = await startTarget({ settings: { application: { trustProxy: ['192.0.2.1'] } } })
  expect(await appConfig(target, {})).not.toContain('firstRun')
  await target.close()
})

test('after the first login, nobody learns it, also not from another process', async () => {
  const target = await startTarget()
  await login(target.base)
  expect((await call(`${target.base}/app-config`)).text).not.toContain('firstRun')
  await target.stop()
  const again = await startTarget({ beside: target })
  expect(await appConfig(again, {})).not.toContain('firstRun')
  await again.stop()
  await target.close()
})
