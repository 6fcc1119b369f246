import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { resolveSettings } from '../../../core/settings/load-settings.ts'
import type { Source } from '../../../platform/settings/settings-error.ts'
import { checkMode, checkSecrets, checkTrustedRanges } from './settings.ts'

const statusOf = (settings: Parameters<typeof resolveSettings>[0]) =>
  checkMode(resolveSettings(settings)).map(({ status }) => status)

test('normal operation is fine, with the lifetime of tokens', () => {
  expect(checkMode(resolveSettings({ jwt: { timeout: 5400 } }))).toEqual([
    { status: 'ok', found: 'prod: login requires a captcha, and tokens are valid for 90 minutes' },
  ])
})

test('methods without a captcha are named', () => {
  const login = { methods: ['password', 'passkey', 'service'] }
  const application = { publicUrl: 'https://admin.example.com' }
  const found = (captcha: object) => checkMode(resolveSettings({ application, login, captcha }))[0]?.found
  expect(found({})).toContain('login requires a captcha except with service, and')
  expect(found({ methods: ['password'] })).toContain(
    'login requires a captcha except with passkey and service, and',
  )
})

test.each(['production', 'prd', 'staging', 'Test'])('the mode %s is a warning', (mode) => {
  expect(checkMode(resolveSettings({ application: { mode } }))).toEqual([
    {
      status: 'warning',
      found: `application.mode is "${mode}", which is neither dev, test nor prod: the service runs as in prod`,
      fix: 'Set application.mode to "prod".',
    },
  ])
})

test.each(['127.0.0.1', '::1', 'localhost'])('dev on %s is a warning', (host) => {
  expect(statusOf({ application: { mode: 'dev', host } })).toEqual(['warning'])
})

test('the fix asks only for what is needed: every other mode refuses the tokens of dev', () => {
  const [finding] = checkMode(resolveSettings({ application: { mode: 'dev' } }))
  expect(finding).toMatchObject({ fix: expect.stringContaining('refused') })
  expect(finding).toMatchObject({ fix: expect.not.stringContaining('session end') })
})

test('dev is a problem if the service listens on other addresses than those of this machine', () => {
  for (const host of ['0.0.0.0', '::', '10.0.0.7', 'admin.example.com']) {
    expect(statusOf({ application: { mode: 'dev', host } })).toEqual(['problem'])
  }
})

const trusting = (...trustProxy: string[]) => resolveSettings({ application: { trustProxy } }).application

test.each([['0.0.0.0/1'], ['128.0.0.0/1'], ['64.0.0.0/2'], ['2000::/3'], ['::/1']])(
  'trusting %s is a problem',
  (range) => {
    expect(checkTrustedRanges(trusting('10.0.0.7', range))).toMatchObject([
      { status: 'problem', found: expect.stringContaining(range) },
    ])
  },
)

test('networks of one owner may be trusted', () => {
  expect(
    checkTrustedRanges(trusting('10.0.0.0/8', '::1', '127.0.0.1', 'fd00::/16', '104.16.0.0/13')),
  ).toMatchObject([{ status: 'ok' }])
  expect(checkTrustedRanges(trusting())).toMatchObject([{ status: 'ok' }])
})

const STRONG = 'tR8s0-2hVw7mQy4Zk1Xb6Nd3Jf9Lg5Pc'
const OTHER = 'bW3k9-6yTq1rHu8Zc4Vx7Mn2Jd5Lf0Ga'

const folder = await mkdtemp(join(tmpdir(), 'castellan-test-'))

afterAll(() => rm(folder, { recursive: true }))

async function checkSecret(
  secret: string,
  { signingSecret = '', sources = new Map<string, Source>(), file = 'missing' } = {},
) {
  const settings = resolveSettings({
    application: { mode: 'dev' },
    jwt: { secret },
    gateway: { signingSecret },
  })
  const findings = await checkSecrets({ settings, sources }, join(folder, file))
  expect(JSON.stringify(findings)).not.toContain(STRONG)
  return findings
}

test('a strong secret is fine', async () => {
  expect(await checkSecret(STRONG)).toMatchObject([{ status: 'ok' }])
})

test('a short or publicly known secret is a problem with its fix', async () => {
  expect(await checkSecret('secret')).toEqual([
    {
      status: 'problem',
      found: 'jwt.secret has 6 bytes, but needs at least 32',
      fix: 'Generate one with: openssl rand -base64 48',
    },
  ])
  expect(await checkSecret('your-super-secret-jwt-token-with-at-least-32-characters-long')).toMatchObject([
    { status: 'problem', found: 'jwt.secret is publicly known' },
  ])
})

test('a secret on the command line is a warning', async () => {
  const sources = new Map<string, Source>([['jwt.secret', { kind: 'flag' }]])
  expect(await checkSecret(STRONG, { sources })).toMatchObject([{ status: 'warning' }])
})

test('the generated secret is read from its file; before the first start there is none', async () => {
  expect(await checkSecret('')).toMatchObject([{ status: 'ok' }])
  await writeFile(join(folder, 'good'), `${STRONG}\n`)
  await writeFile(join(folder, 'weak'), 'a'.repeat(40))
  expect(await checkSecret('', { file: 'good' })).toMatchObject([{ status: 'ok' }])
  expect(await checkSecret('', { file: 'weak' })).toMatchObject([
    { status: 'problem', found: expect.stringContaining('follows a simple pattern') },
  ])
})

test('the secret of the gateway must be another one', async () => {
  expect(await checkSecret(STRONG, { signingSecret: OTHER })).toMatchObject([
    { status: 'ok' },
    { status: 'ok' },
  ])
  expect((await checkSecret(STRONG, { signingSecret: STRONG })).map(({ status }) => status)).toEqual([
    'ok',
    'ok',
    'problem',
  ])
})
