import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, call, getCaptcha, postJson } from '../support/client.ts'
import { startIdentityProvider } from '../support/oidc/identity-provider.ts'
import { CLIENT_ID, CLIENT_SECRET } from '../support/oidc/oidc-flow.ts'
import { addRole, dataOf, loginOperator } from '../support/operator.ts'
import { PASSKEY_ORIGIN } from '../support/passkey-client.ts'
import { ADMIN_PASSWORD, CAPTCHA_TEXT } from '../support/service.ts'
import { startTarget, type Target } from './support/target.ts'

const REDIRECT_URI = `${PASSKEY_ORIGIN}/login/oidc/company`
/** How often credentials were checked or a code was sent. */
let reached = 0

const client = { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET }
const provider = await startIdentityProvider({ ...client, redirectUris: [REDIRECT_URI] })
afterAll(provider.close)

beforeEach(() => {
  reached = 0
})

/** Starts a service with all methods. A program of its own verifies names and passwords. */
function startWith(methods: readonly string[] | undefined): Promise<Target> {
  const client = { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, defaultRole: 'viewer' }
  return startTarget({
    settings: {
      application: { publicUrl: PASSKEY_ORIGIN },
      ...(methods ? { captcha: { methods } } : {}),
      login: {
        methods: ['password', 'ldap', 'oidc', 'code', 'passkey', 'service'],
        oidc: { timeoutSeconds: 60, providers: [{ name: 'company', issuer: provider.issuer, ...client }] },
        // Nothing listens there. A login that gets this far is refused with 503.
        ldap: {
          urls: ['ldaps://127.0.0.1:9'],
          baseDn: 'dc=example,dc=com',
          bindDn: 'cn=reader',
          bindPassword: 'x',
          roles: [{ group: 'cn=staff,dc=example,dc=com', role: 'staff' }],
        },
      },
    },
    replacements: {
      credentialVerifier: {
        async verify({ username, password }, accounts) {
          reached++
          return password === ADMIN_PASSWORD ? accounts.find(username) : undefined
        },
      },
      codeSender: {
        async send() {
          reached++
        },
      },
    },
  })
}

const credentials = { username: 'admin', password: ADMIN_PASSWORD }

/** The requests of each method that can have a captcha. */
const REQUESTS: Readonly<Record<string, (base: string, captcha: Record<string, string>) => Promise<Answer>>> =
  {
    password: (base, captcha) => call(`${base}/login`, postJson({ ...credentials, ...captcha })),
    ldap: (base, captcha) => call(`${base}/login`, postJson({ method: 'ldap', ...credentials, ...captcha })),
    code: (base, captcha) => call(`${base}/login/code`, postJson({ username: 'admin', ...captcha })),
    oidc: (base, captcha) => call(`${base}/login/oidc/company?${new URLSearchParams(captcha)}`),
    passkey: (base, captcha) => call(`${base}/login/passkey`, postJson(captcha)),
  }

/** Captchas that must not pass. */
async function badCaptchas(base: string): Promise<readonly Record<string, string>[]> {
  const uuid = await getCaptcha(base)
  return [
    {},
    { uuid: '', code: '' },
    { uuid },
    { code: CAPTCHA_TEXT },
    { uuid: 'never-issued', code: CAPTCHA_TEXT },
    { uuid, code: 'WRONG' },
    // The attempt before consumed it.
    { uuid, code: CAPTCHA_TEXT },
  ]
}

describe.each<[string, readonly string[] | undefined, readonly string[]]>([
  ['the default', undefined, []],
  ['without oidc', ['password', 'ldap', 'code', 'passkey'], ['oidc']],
  ['without passkey', ['password', 'ldap', 'oidc', 'code'], ['passkey']],
  ['without both', ['password', 'ldap', 'code'], ['oidc', 'passkey']],
])('captcha.methods: %s', (_name, methods, free) => {
  let target: Target
  beforeAll(async () => {
    target = await startWith(methods)
  })
  afterAll(() => target.close())

  test.each(Object.entries(REQUESTS))('%s: a login without the right captcha', async (name, send) => {
    for (const captcha of await badCaptchas(target.base)) {
      const answer = await send(target.base, captcha)
      const passes = free.includes(name)
      expect([name, captcha, answer.body.code]).toEqual([name, captcha, passes ? 200 : 400])
      if (!passes) expect(['invalid-parameters', 'captcha-wrong']).toContain(answer.body.reason)
      expect(answer.body.token).toBeUndefined()
    }
    expect(reached).toBe(0)
  })

  test('the name of a method without captcha does not free another one', async () => {
    for (const method of [...free, 'service']) {
      const answer = await call(`${target.base}/login`, postJson({ ...credentials, method }))
      expect([method, answer.body.code, answer.body.reason]).toEqual([method, 400, 'invalid-parameters'])
    }
    expect(reached).toBe(0)
  })

  test('a right captcha passes with every method', async () => {
    for (const [name, send] of Object.entries(REQUESTS)) {
      const answer = await send(target.base, { uuid: await getCaptcha(target.base), code: CAPTCHA_TEXT })
      expect([name, answer.body.code]).toEqual([name, name === 'ldap' ? 503 : 200])
    }
  })
})

test('a service account never needs a captcha, and its secret is not a password of anybody', async () => {
  const target = await startWith(undefined)
  try {
    const admin = await loginOperator(target.base)
    const roleId = await addRole(admin, 'robot')
    const { userId } = await dataOf(admin.post('/service-account', { username: 'ci-bot', roleId }))
    const { secret } = await dataOf(admin.post(`/service-account/${userId}/secret`, {}))
    const logIn = (fields: object) => call(`${target.base}/login`, postJson(fields))
    expect((await logIn({ method: 'service', username: 'ci-bot', secret })).body.code).toBe(200)
    expect((await logIn({ username: 'ci-bot', password: secret })).body.reason).toBe('invalid-parameters')
    expect((await logIn({ method: 'service', username: 'admin', secret })).body.code).toBe(400)
  } finally {
    await target.close()
  }
})
