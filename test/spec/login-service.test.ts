// docs/specification.md, 8.2a

import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { bearer, call, loginAs, postJson } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { expectSuccess } from '../support/expectations.ts'
import { addRole, dataOf, listOf, loginOperator } from '../support/operator.ts'
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

test('the list of service accounts is filtered by name and status, and says whose role the operator may grant', async () => {
  const service = await startService({ settings: { login: { methods: ['password', 'service'] } } })
  try {
    const admin = await loginOperator(service.base)
    const roleId = await addRole(admin, 'robot', [{ method: 'GET', path: '/app/orders' }])
    for (const username of ['CI-bot', 'backup', 'old-bot']) {
      const { userId } = await dataOf(admin.post('/service-account', { username, roleId }))
      if (username === 'old-bot') await dataOf(admin.put(`/sys-user/${userId}/status`, { status: '1' }))
    }
    const namesOf = async (query: string) =>
      (await listOf(admin, `/service-account?${query}`)).map(({ username }) => username)
    expect(await namesOf('')).toEqual(['CI-bot', 'backup', 'old-bot'])
    expect(await namesOf('search=BOT')).toEqual(['CI-bot', 'old-bot'])
    expect(await namesOf('search=bot&status=2')).toEqual(['CI-bot'])
    expect(await namesOf('status=1')).toEqual(['old-bot'])
    expect(await namesOf('search=%25')).toEqual([])
    expect(await namesOf('search=%00')).toEqual([])
    expect(await listOf(admin, '/service-account?search=backup')).toMatchObject([
      { roleName: 'robot', roleKey: 'robot', mayChange: true },
    ])

    const { token } = await loginAs(service, 'viewer', [{ method: 'GET', path: '/api/v1/service-account' }])
    await eventually(async () => {
      const { body } = await call(`${service.base}/service-account?search=backup`, bearer(token))
      expect(body.data).toMatchObject({ list: [{ username: 'backup', mayChange: false }], count: 1 })
    })
  } finally {
    await service.close()
  }
})

test('a service account has the end of its role, and is changed only by who may also grant the role that returns', async () => {
  const service = await startService({ settings: { login: { methods: ['password', 'service'] } } })
  try {
    const admin = await loginOperator(service.base)
    const wide = await addRole(admin, 'wide', [{ method: '*', path: '/app/*' }])
    const narrow = await addRole(admin, 'narrow', [{ method: 'GET', path: '/app/orders' }])
    const { userId } = await dataOf(admin.post('/service-account', { username: 'ci-bot', roleId: wide }))
    expect(await dataOf(admin.get(`/service-account/${userId}`))).toMatchObject({
      roleUntil: null,
      formerRoleId: 0,
    })
    const roleUntil = '2099-12-31T12:00:00.000Z'
    await dataOf(admin.put(`/sys-user/${userId}`, { roleId: narrow, roleUntil }))
    expect(await listOf(admin, '/service-account')).toMatchObject([
      { roleId: narrow, roleUntil, formerRoleId: wide, mayChange: true },
    ])

    const { token } = await loginAs(service, 'viewer', [
      { method: 'GET', path: '/api/v1/service-account' },
      { method: 'GET', path: '/app/orders' },
    ])
    const mayChange = async () => {
      const { body } = await call(`${service.base}/service-account`, bearer(token))
      return (body.data as { list: { mayChange: boolean }[] }).list.map((one) => one.mayChange)
    }
    await eventually(async () => expect(await mayChange()).toEqual([false]))
    await dataOf(admin.put(`/sys-user/${userId}`, { roleId: narrow, roleUntil: null }))
    await eventually(async () => expect(await mayChange()).toEqual([true]))
  } finally {
    await service.close()
  }
})
