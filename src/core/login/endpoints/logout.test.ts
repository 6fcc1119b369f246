import { expect, test } from 'vitest'
import { appWith, IDENTITY } from '../../../../test/support/route-app.ts'
import { createTokenCookie } from '../../../platform/http/responses/cookies.ts'
import type { LoginLogEntry } from '../../login-log/login-log-entry.ts'
import { logoutRoute } from './logout.ts'

function place(end: () => Promise<number>) {
  const ended: unknown[] = []
  const entries: LoginLogEntry[] = []
  const route = logoutRoute(
    {
      sessions: {
        open: () => Promise.reject(new Error('a logout opens no session')),
        endUnverifiable: async () => {},
        end(identity) {
          ended.push(identity)
          return end()
        },
      },
      loginLog: {
        async record(entry) {
          entries.push(entry)
        },
      },
      now: () => Date.UTC(2026, 0, 31, 12),
    },
    createTokenCookie({ enabled: true, lifetimeSeconds: 60 }),
  )
  const app = appWith('POST', route)
  const send = async () => {
    const response = await app.inject({ method: 'POST', url: '/', headers: { 'user-agent': 'curl/8' } })
    await app.close()
    return response
  }
  return { ended, entries, send }
}

test('a logout ends the session, is logged, clears the cookie and returns the version of the change', async () => {
  const { ended, entries, send } = place(async () => 42)
  const response = await send()
  expect(response.json()).toEqual({ code: 200, msg: 'OK', data: { version: 42 } })
  expect(response.headers['set-cookie']).toMatch(/^jwt=; .*Max-Age=0/)
  expect(ended).toEqual([IDENTITY])
  expect(entries).toEqual([
    expect.objectContaining({
      username: 'alice',
      status: '2',
      msg: 'Logged out.',
      ipaddr: '127.0.0.1',
      remark: 'curl/8',
      loginTime: '2026-01-31T12:00:00.000Z',
    }),
  ])
})

test('a logout that fails is not logged, and the cookie stays', async () => {
  const { entries, send } = place(() => Promise.reject(new Error('down')))
  const response = await send()
  expect(response.statusCode).toBe(500)
  expect(response.headers['set-cookie']).toBeUndefined()
  expect(entries).toEqual([])
})
