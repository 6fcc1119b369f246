// docs/specification.md, 8.2b

import { expect, test } from 'vitest'
import { createService } from '../../src/index.ts'
import { call, postJson } from '../support/client.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import { dataOf, loginOperator } from '../support/operator.ts'
import {
  PASSKEY_SETTINGS,
  registerPasskey,
  type StartedLogin,
  sendPasskeyLogin,
} from '../support/passkey-client.ts'
import { ADMIN_PASSWORD, SECRET, startService } from '../support/service.ts'

test('a passkey needs a captcha by default, and none if captcha.methods leaves it out', async () => {
  const usual = await startService({ settings: PASSKEY_SETTINGS })
  const without = await startService({
    settings: { ...PASSKEY_SETTINGS, captcha: { methods: ['password'] } },
  })
  try {
    expectRefused(await call(`${usual.base}/login/passkey`, postJson({})), 400)
    const passkey = await registerPasskey(await loginOperator(without.base))
    const started = await dataOf<StartedLogin>(call(`${without.base}/login/passkey`, postJson({})))
    const credential = passkey.assertion(started.options)
    expectSuccess(await sendPasskeyLogin(without.base, { uuid: started.uuid, credential }))

    const password = { username: 'admin', password: ADMIN_PASSWORD }
    expectRefused(await call(`${without.base}/login`, postJson(password)), 400)
    const { body } = await call(`${without.base}/app-config`)
    expect(body.data).toMatchObject({
      captchaRequired: true,
      loginMethods: [
        { method: 'password', captchaRequired: true },
        { method: 'passkey', captchaRequired: false },
      ],
    })
  } finally {
    await usual.close()
    await without.close()
  }
})

test.each([
  ['password', []],
  ['ldap', ['password', 'oidc', 'passkey']],
  ['code', ['password', 'ldap', 'passkey']],
])('the service does not start if captcha.methods leaves out %s, except in dev', async (left, methods) => {
  const start = (mode: string) =>
    createService({
      application: { mode, dataDir: '/dev/null/nowhere' },
      jwt: { secret: SECRET },
      login: { methods: [left] },
      captcha: { methods },
    })
  const problem = `captcha.methods (settings object) must list ${left}: without a captcha, programs could guess passwords and codes.`
  await expect(start('prod')).rejects.toThrow(problem)
  await expect(start('dev')).rejects.not.toThrow('captcha')
})
