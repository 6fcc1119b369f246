import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { call, postJson } from '../support/client.ts'
import { expectSuccess } from '../support/expectations.ts'
import { addRole, dataOf, loginOperator } from '../support/operator.ts'
import { startService } from '../support/service.ts'

test('a service account logs in without a captcha if the settings enable the method, and nobody else does', async () => {
  const { base, close } = await startService({ settings: { login: { methods: ['password', 'service'] } } })
  try {
    const admin = await loginOperator(base)
    const roleId = await addRole(admin, 'robot')
    const { userId } = await dataOf(admin.post('/service-account', { username: 'ci-bot', roleId }))
    const { secret } = await dataOf(admin.post(`/service-account/${userId}/secret`, {}))
    const logIn = (fields: object) => call(`${base}/login`, postJson(fields))
    expectSuccess(await logIn({ method: 'service', username: 'ci-bot', secret }))
    expect((await logIn({ username: 'admin', password: 'x' })).body.code).toBe(400)
    expect((await logIn({ method: 'service', username: 'admin', secret })).body.code).toBe(400)
    const offered = await call(`${base}/app-config`)
    expect(JSON.stringify(offered.body)).not.toContain('service')
  } finally {
    await close()
  }
})

test('a service account logs in with an assertion that it has signed, once', async () => {
  const { base, close } = await startService({ settings: { login: { methods: ['password', 'service'] } } })
  try {
    const admin = await loginOperator(base)
    const roleId = await addRole(admin, 'robot')
    const { userId } = await dataOf(admin.post('/service-account', { username: 'ci-bot', roleId }))
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const pem = publicKey.export({ type: 'spki', format: 'pem' })
    const key = await dataOf(admin.post(`/service-account/${userId}/key`, { publicKey: pem }))
    expect(key).toEqual({ id: 1, algorithm: 'EdDSA', fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) })
    const assertion = await new SignJWT({ jti: randomUUID() })
      .setProtectedHeader({ alg: 'EdDSA' })
      .setIssuer('ci-bot')
      .setSubject('ci-bot')
      .setAudience('castellan')
      .setIssuedAt()
      .setExpirationTime('60s')
      .sign(privateKey)
    const logIn = () => call(`${base}/login`, postJson({ method: 'service', assertion }))
    expectSuccess(await logIn())
    expect((await logIn()).body.code).toBe(400)
    const { keys } = await dataOf(admin.get(`/service-account/${userId}`))
    expect(keys).toEqual([{ ...key, createdAt: expect.any(String), lastUsedAt: expect.any(String) }])
  } finally {
    await close()
  }
})
