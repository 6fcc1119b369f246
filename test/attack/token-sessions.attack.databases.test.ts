import { expect, onTestFinished, test } from 'vitest'
import { createKeyAdministration } from '../../src/core/token/keys/key-administration.ts'
import { createKeyFolder } from '../../src/core/token/keys/key-folder.ts'
import { bearer, call, login, tryLogin } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { claimsOf, headerOf } from '../support/jwt.ts'
import { keyFolderForTests } from '../support/key-folder.ts'
import { startService } from '../support/service.ts'
import { encoded } from './support/forged-token.ts'
import { startTarget, type Target, type TargetOptions } from './support/target.ts'

const folder = keyFolderForTests()

async function listedSessions(target: Pick<Target, 'base'>, token: string): Promise<number[]> {
  const { body } = await call(`${target.base}/session`, bearer(token))
  const { list } = body.data as { list: { sessionId: number }[] }
  return list.map(({ sessionId }) => sessionId)
}

function sessionIdOf(token: string): number {
  return Number.parseInt(String(claimsOf(token).jti), 10)
}

const OTHER_SECRET = 'Wm4-9kQz7_Tn2Yx5Rb8Vc1Hs6Jd3Lf0Pg'

test.each<[string, TargetOptions['settings'], TargetOptions['settings']]>([
  ['the mode changes from dev', { application: { mode: 'dev' } }, {}],
  ['the secret changes', {}, { jwt: { secret: OTHER_SECRET } }],
  ['the issuer changes', {}, { jwt: { issuer: 'another issuer' } }],
])('when %s, sessions with refused tokens are neither listed nor counted', async (_name, before, after) => {
  const first = await startTarget({ settings: before ?? {} })
  onTestFinished(() => first.close())
  const refused = await login(first.base)
  expect(await listedSessions(first, refused)).toEqual([sessionIdOf(refused)])
  await first.stop()

  const settings = { ...after, session: { maxPerUser: 1, whenFull: 'refuse-new' as const } }
  const second = await startTarget({ beside: first, settings })
  onTestFinished(() => second.close())
  expect((await call(`${second.base}/user/profile`, bearer(refused))).body.code).toBe(401)
  const token = await login(second.base)
  expect(await listedSessions(second, token)).toEqual([sessionIdOf(token)])
  expect((await tryLogin(second.base)).body.code).not.toBe(200)
})

test('sessions whose tokens are accepted stay after a restart', async () => {
  const first = await startTarget()
  onTestFinished(() => first.close())
  const token = await login(first.base)
  await first.stop()
  const second = await startTarget({ beside: first })
  onTestFinished(() => second.close())
  expect(await listedSessions(second, token)).toEqual([sessionIdOf(token)])
})

test('while requests run, tokens of expired, retired and unknown keys are refused and their sessions end', async () => {
  const keys = createKeyAdministration({
    folder: createKeyFolder({ path: folder.path(), mustExist: false, strongSecretRequired: true }),
    algorithm: 'EdDSA',
    tokenLifetimeSeconds: 3600,
    strongSecretRequired: true,
    now: Date.now,
  })
  await keys.rotate('EdDSA', { leadSeconds: 0 })
  const service = await startService({ settings: { jwt: { keys: folder.path(), algorithm: 'EdDSA' } } })
  onTestFinished(() => service.close())
  const retired = await login(service.base)
  const [, claims, signature] = retired.split('.')
  const unknown = `${encoded({ ...headerOf(retired), kid: 'unknown' })}.${claims}.${signature}`
  const codeOf = async (token: string) =>
    (await call(`${service.base}/user/profile`, bearer(token))).body.code
  expect(await codeOf(retired)).toBe(200)

  const codes: { retired: unknown[]; unknown: unknown[] } = { retired: [], unknown: [] }
  let isDone = false
  const load = [retired, unknown].map(async (token, index) => {
    while (!isDone) codes[index === 0 ? 'retired' : 'unknown'].push(await codeOf(token))
  })
  await keys.rotate('ES256', { leadSeconds: 0, overlapSeconds: 0, isEmergency: true })
  await eventually(() => expect(codes.retired.at(-1)).toBe(401))
  isDone = true
  await Promise.all(load)
  expect(new Set(codes.unknown)).toEqual(new Set([401]))
  // Once refused, the token is never accepted again.
  expect(codes.retired.lastIndexOf(200)).toBeLessThan(codes.retired.indexOf(401))

  const token = await login(service.base)
  expect(headerOf(token).alg).toBe('ES256')
  await eventually(async () => expect(await listedSessions(service, token)).toEqual([sessionIdOf(token)]))
  service.advance(3600 * 1000)
  expect(await codeOf(token)).toBe(401)
})
