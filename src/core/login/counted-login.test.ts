import { expect, test } from 'vitest'
import { Refusal } from '../../platform/refusal/refusal.ts'
import { countLogins } from './counted-login.ts'
import type { Login } from './login.ts'
import type { LoginInput } from './login-method.ts'

const CLIENT = { address: '203.0.113.7', userAgent: 'curl/8' }
const SECOND_REQUEST: LoginInput = {
  method: 'password',
  username: '',
  uuid: '',
  code: '',
  body: {},
  browser: '',
  ticket: 'of a login with the directory',
  secondFactorCode: '123456',
}

test.each([
  ['success', 'logged-in', async () => ({ token: 'a token', expiresAt: 0 })],
  ['pending', 'second-factor-required', () => Promise.reject(new Refusal('second-factor-required'))],
  ['failure', 'second-factor-wrong', () => Promise.reject(new Refusal('second-factor-wrong'))],
] as const)(
  'the %s of a second request is counted for the method of the first one',
  async (result, reason, outcome) => {
    const counted: unknown[] = []
    const login: Login = {
      attempt(_request, _client, onMethod) {
        onMethod?.('ldap')
        return outcome()
      },
      refusedBeforehand: async () => {},
    }
    const metrics = { login: (...labels: unknown[]) => void counted.push(labels) }
    await countLogins(login, metrics)
      .attempt(SECOND_REQUEST, CLIENT)
      .catch(() => {})
    expect(counted).toEqual([[result, reason, 'ldap']])
  },
)
