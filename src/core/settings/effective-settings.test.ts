import { expect, test } from 'vitest'
import { settingsFolder } from '../../../test/support/settings-folder.ts'
import { catalogue } from './catalogue.ts'
import { effectiveSettings } from './effective-settings.ts'

const { write, load } = settingsFolder()

const SECRET = 'k3Jq-9fW_2bXz7Lm0RtVn5YcPd8HsEa1uGo4'
const WEBHOOK_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

test('every setting has its value and its source', () => {
  write('settings.yml', 'application:\n  port: 1\ncors: {origins: ["https://a.example"]}\n')
  const list = effectiveSettings(
    load({ env: { CASTELLAN_LOGGER_LEVEL: 'warn' }, flags: ['application.name=x'] }),
  )
  expect(list.map(({ key }) => key)).toEqual(catalogue.map(({ key }) => key))
  const shown = (key: string) => list.find((one) => one.key === key)
  expect(shown('application.port')).toEqual({
    key: 'application.port',
    value: 1,
    source: 'settings.yml line 2',
  })
  expect(shown('logger.level')).toMatchObject({ value: 'warn', source: 'variable CASTELLAN_LOGGER_LEVEL' })
  expect(shown('application.name')).toMatchObject({ value: 'x', source: 'flag --set' })
  expect(shown('cors.origins')).toMatchObject({ value: ['https://a.example'] })
  expect(shown('captcha.lifetimeSeconds')).toMatchObject({ value: 120, source: 'default' })
})

test.each([
  ['jwt.secret', SECRET, '***'],
  ['jwt.secret', `https:${SECRET}`, '***'],
  ['jwt.secret', '', ''],
  ['database.url', `postgres://u:${SECRET}@db/x?sslmode=require`, 'postgres://u:***@db/x?sslmode=require'],
  ['database.url', 'sqlite:data/x.db', 'sqlite:data/x.db'],
  ['redis.url', `redis://:${SECRET}@cache:6379/1`, 'redis://:***@cache:6379/1'],
  ['redis.url', 'redis://cache', 'redis://cache'],
])('%s is masked: %s', (key, value, shown) => {
  const list = effectiveSettings(load({ flags: [`${key}=${value}`] }))
  expect(list.find((one) => one.key === key)?.value).toBe(shown)
  expect(JSON.stringify(list)).not.toContain(SECRET)
})

test.each([
  [
    'login.oidc.providers',
    {
      name: 'company',
      issuer: 'https://sso.example',
      clientId: 'c',
      clientSecret: SECRET,
      defaultRole: 'staff',
    },
    { name: 'company', clientId: 'c', clientSecret: '***' },
  ],
  [
    'login.oidc.providers',
    { name: 'company', issuer: 'https://sso.example', clientId: 'c', defaultRole: 'staff' },
    { name: 'company', clientId: 'c', clientSecret: '' },
  ],
  [
    'events.webhooks',
    { name: 'chat', url: `https://chat.example/${SECRET}`, secret: WEBHOOK_SECRET },
    { name: 'chat', url: 'https://chat.example/***', secret: '***' },
  ],
])('the secrets of the records of %s are masked', (key, record, shown) => {
  const list = effectiveSettings(load({ flags: [`${key}=${JSON.stringify([record])}`] }))
  expect(list.find((one) => one.key === key)?.value).toEqual([expect.objectContaining(shown)])
  expect(JSON.stringify(list)).not.toContain(SECRET)
  expect(JSON.stringify(list)).not.toContain(WEBHOOK_SECRET)
})
