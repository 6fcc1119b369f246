import { expect, test } from 'vitest'
import { resolveSettings } from '../../settings/load-settings.ts'
import { checkMode } from './mode.ts'

const statusOf = (settings: Parameters<typeof resolveSettings>[0]) =>
  checkMode(resolveSettings(settings)).map(({ status }) => status)

test('normal operation is fine, with the lifetime of tokens', () => {
  expect(checkMode(resolveSettings({ jwt: { timeout: 5400 } }))).toEqual([
    { status: 'ok', found: 'prod: login requires a captcha, and tokens are valid for 90 minutes' },
  ])
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

test('dev is a problem where others can reach the service', () => {
  for (const host of ['0.0.0.0', '::', '10.0.0.7', 'admin.example.com']) {
    expect(statusOf({ application: { mode: 'dev', host } })).toEqual(['problem'])
  }
  expect(statusOf({ application: { mode: 'dev', trustProxy: ['127.0.0.1'] } })).toEqual(['problem'])
  expect(statusOf({ application: { mode: 'dev' }, redis: { url: 'redis://127.0.0.1:6379' } })).toEqual([
    'problem',
  ])
})
