import { readFileSync } from 'node:fs'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { bearer, call, login, loginAs, postJson } from '../support/client.ts'
import { temporaryFolder } from '../support/process.ts'
import { startService, type TestService } from '../support/service.ts'

const root = join(import.meta.dirname, '..', '..')
const page = readFileSync(join(root, 'docs', 'how-to', 'verify-tokens.md'), 'utf8')
const [, sample = ''] = /```js\n(.*?)```/s.exec(page) ?? []
const ISSUER = 'https://auth.example.com'

type Verify = (token: string) => Promise<Readonly<Record<string, unknown>>>

async function start(mode: 'prod' | 'dev', algorithm: 'EdDSA' | 'HS256'): Promise<TestService> {
  const service = await startService({
    settings: { application: { mode }, jwt: { algorithm, issuer: ISSUER } },
  })
  onTestFinished(() => service.close())
  return service
}

/** Returns the function of the page, with the keys of this service. */
async function verifierFor({ origin }: TestService): Promise<Verify> {
  const folder = await temporaryFolder()
  onTestFinished(folder.remove)
  await mkdir(join(folder.path, 'node_modules'))
  await symlink(join(root, 'node_modules', 'jose'), join(folder.path, 'node_modules', 'jose'))
  const file = join(folder.path, 'verify-token.mjs')
  // A slow machine must not fail on jose's own time limit.
  const patient = sample.replace("/jwks.json'))", "/jwks.json'), { timeoutDuration: 600_000 })")
  await writeFile(file, patient.replaceAll('http://127.0.0.1:8000', origin))
  const { verifyToken } = await import(/* @vite-ignore */ pathToFileURL(file).href)
  return verifyToken
}

beforeAll(() => {
  expect(sample).toContain("new URL('http://127.0.0.1:8000/api/v1/jwks.json'))")
  expect(sample).toContain(ISSUER)
})

test('the sample returns the caller of a valid token, and refuses a changed one', async () => {
  const service = await start('prod', 'EdDSA')
  const verifyToken = await verifierFor(service)
  const { token, roleKey } = await loginAs(service, 'alice')
  expect(await verifyToken(token)).toEqual({
    userId: expect.any(Number),
    username: 'alice',
    roleKey,
    dataScope: '1',
  })
  const [header, claims = '', signature] = token.split('.')
  const changed = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const asAdmin = Buffer.from(JSON.stringify({ ...changed, rolekey: 'admin' })).toString('base64url')
  await expect(verifyToken(`${header}.${asAdmin}.${signature}`)).rejects.toThrow('signature')
})

test('the sample refuses a token with which only the password can be changed', async () => {
  const service = await start('prod', 'EdDSA')
  const verifyToken = await verifierFor(service)
  const { password } = await loginAs(service, 'alice')
  await service.context.userAdministration.change('alice', { pwdChangeDue: true })
  const token = await login(service.base, { username: 'alice', password })
  await expect(verifyToken(token)).rejects.toThrow('the user has to set a new password')
})

test('the sample refuses a token of dev mode', async () => {
  const service = await start('dev', 'EdDSA')
  const verifyToken = await verifierFor(service)
  await expect(verifyToken(await login(service.base))).rejects.toThrow('the token was issued in dev mode')
})

test('the sample refuses every token of a service that signs with HS256, because no key is published', async () => {
  const service = await start('prod', 'HS256')
  const verifyToken = await verifierFor(service)
  await expect(verifyToken(await login(service.base))).rejects.toThrow()
})

test('as the page warns: the sample accepts a token after logout, which the service refuses with HTTP 200', async () => {
  const service = await start('prod', 'EdDSA')
  const verifyToken = await verifierFor(service)
  const token = await login(service.base)
  await call(`${service.base}/logout`, postJson({}, { authorization: `Bearer ${token}` }))
  expect(await verifyToken(token)).toMatchObject({ username: 'admin' })
  for (const path of ['getinfo', 'user/profile']) {
    const refused = await call(`${service.base}/${path}`, bearer(token))
    expect([refused.status, refused.body.code], path).toEqual([200, 401])
  }
})
