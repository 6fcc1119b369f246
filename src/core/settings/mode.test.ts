import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { resolveSettings } from './load-settings.ts'
import { behaviourOf } from './mode.ts'
import { warningsOf } from './warnings.ts'

const weakSecret = 'go-admin'

test('dev: no captcha, tokens valid for 100 years, only a warning about a weak secret', () => {
  const settings = resolveSettings({ application: { mode: 'dev' }, jwt: { timeout: 60, secret: weakSecret } })
  expect(behaviourOf(settings)).toEqual({
    mode: 'dev',
    isDev: true,
    captchaRequired: false,
    captchaMethods: [],
    tokenLifetimeSeconds: 3_155_760_000,
    strongSecretRequired: false,
    strongFirstPasswordRequired: false,
  })
  expect(warningsOf(settings)).toEqual([
    expect.stringContaining('application.mode is dev'),
    expect.stringContaining('jwt.secret has 8 bytes'),
  ])
})

test.each(['prod', 'test', 'development', 'devel', 'd e v s', 'production'])(
  '%s is normal operation',
  (mode) => {
    const settings = resolveSettings({ application: { mode }, jwt: { timeout: 60 } })
    expect(behaviourOf(settings)).toEqual({
      mode,
      isDev: false,
      captchaRequired: true,
      captchaMethods: ['password', 'ldap', 'oidc', 'code', 'passkey'],
      tokenLifetimeSeconds: 60,
      strongSecretRequired: true,
      strongFirstPasswordRequired: true,
    })
    const isUsual = mode === 'prod' || mode === 'test'
    expect(warningsOf(settings)).toEqual(
      isUsual
        ? []
        : [`application.mode is "${mode}", which is neither dev, test nor prod: the service runs as in prod`],
    )
    expect(() => resolveSettings({ application: { mode }, jwt: { secret: weakSecret } })).toThrow(
      'jwt.secret (settings object) has 8 bytes, but needs at least 32. Fix: generate one with: openssl rand -base64 48',
    )
  },
)

describe('a misspelled dev is refused', () => {
  test.each(['DEV', 'Dev', ' dev', 'dev ', 'dev\n', 'd\u200bev', 'ｄｅｖ'])('%j', (mode) => {
    expect(() => resolveSettings({ application: { mode } })).toThrow(
      'application.mode (settings object) must be exactly "dev"',
    )
  })
})

test('a strong secret and an empty one are accepted in every mode', () => {
  const secret = randomBytes(48).toString('base64')
  expect(resolveSettings({ jwt: { secret } }).jwt.secret).toBe(secret)
  expect(warningsOf(resolveSettings({ application: { mode: 'dev' } }))).toHaveLength(1)
})

test('the secret of the identity headers follows the rules of jwt.secret', () => {
  const gateway = { signingSecret: weakSecret }
  expect(() => resolveSettings({ gateway })).toThrow(
    'gateway.signingSecret (settings object) has 8 bytes, but needs at least 32.',
  )
  expect(warningsOf(resolveSettings({ application: { mode: 'dev' }, gateway }))).toContainEqual(
    expect.stringContaining('gateway.signingSecret has 8 bytes'),
  )
})
