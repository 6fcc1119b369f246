import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resolveSettings } from '../../settings/load-settings.ts'
import type { Source } from '../../settings/settings-error.ts'
import { checkSecrets } from './secret.ts'

const STRONG = 'tR8s0-2hVw7mQy4Zk1Xb6Nd3Jf9Lg5Pc'
const OTHER = 'bW3k9-6yTq1rHu8Zc4Vx7Mn2Jd5Lf0Ga'
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'castellan-test-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function check(
  secret: string,
  { signingSecret = '', sources = new Map<string, Source>(), file = 'missing' } = {},
) {
  const settings = resolveSettings({
    application: { mode: 'dev' },
    jwt: { secret },
    gateway: { signingSecret },
  })
  const findings = await checkSecrets({ settings, sources, secretFile: join(folder, file) })
  expect(JSON.stringify(findings)).not.toContain(STRONG)
  return findings
}

test('a strong secret is fine', async () => {
  expect(await check(STRONG)).toMatchObject([{ status: 'ok' }])
})

test('a short or publicly known secret is a problem with its fix', async () => {
  expect(await check('secret')).toEqual([
    {
      status: 'problem',
      found: 'jwt.secret has 6 bytes, but needs at least 32',
      fix: 'Generate one with: openssl rand -base64 48',
    },
  ])
  expect(await check('your-super-secret-jwt-token-with-at-least-32-characters-long')).toMatchObject([
    { status: 'problem', found: 'jwt.secret is publicly known' },
  ])
})

test('a secret on the command line is a warning', async () => {
  const sources = new Map<string, Source>([['jwt.secret', { kind: 'flag' }]])
  expect(await check(STRONG, { sources })).toMatchObject([{ status: 'warning' }])
})

test('the generated secret is read from its file; before the first start there is none', async () => {
  expect(await check('')).toMatchObject([{ status: 'ok' }])
  await writeFile(join(folder, 'good'), `${STRONG}\n`)
  await writeFile(join(folder, 'weak'), 'a'.repeat(40))
  expect(await check('', { file: 'good' })).toMatchObject([{ status: 'ok' }])
  expect(await check('', { file: 'weak' })).toMatchObject([
    { status: 'problem', found: expect.stringContaining('follows a simple pattern') },
  ])
})

test('the secret of the gateway must be another one', async () => {
  expect(await check(STRONG, { signingSecret: OTHER })).toMatchObject([{ status: 'ok' }, { status: 'ok' }])
  expect((await check(STRONG, { signingSecret: STRONG })).map(({ status }) => status)).toEqual([
    'ok',
    'ok',
    'problem',
  ])
})
