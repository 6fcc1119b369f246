import { describe, expect, expectTypeOf, test } from 'vitest'
import { catalogue, otherVariables } from './catalogue.ts'
import type { Settings } from './declarations.ts'
import { resolveSettings } from './resolve-settings.ts'
import { SettingsError } from './settings-error.ts'

test('the defaults', () => {
  expect(resolveSettings({})).toEqual({
    application: {
      mode: 'prod',
      name: 'Castellan',
      host: '127.0.0.1',
      port: 8000,
      dataDir: './data',
      trustProxy: [],
      shutdownSeconds: 10,
    },
    logger: { level: 'info', enableddb: true, retentionDays: 0 },
    jwt: {
      algorithm: 'HS256',
      secret: '',
      keys: '',
      timeout: 3600,
      issuer: 'castellan',
      cookie: false,
      queryToken: true,
    },
    database: { url: '', poolSize: 10 },
    redis: { url: '' },
    cluster: { maxStalenessSeconds: 30 },
    captcha: { lifetimeSeconds: 120, maxPending: 100_000 },
    login: { maxFailures: 10, maxFailuresPerNetwork: 100, maxDelaySeconds: 900 },
    session: { maxPerUser: 0, whenFull: 'end-oldest' },
    password: { minLength: 15 },
    rateLimit: { perAddress: 200, total: 5000, loginPerAddress: 300 },
    cors: { origins: [] },
    permission: { exclude: [] },
    console: { enabled: true },
    menus: [],
  })
})

test('an object of the same keys, alone or under settings; undefined is not given', () => {
  const application = { port: 0, host: undefined }
  expect(resolveSettings({ application, logger: undefined }).application).toMatchObject({
    port: 0,
    host: '127.0.0.1',
  })
  expect(resolveSettings({ settings: { application } }).application.port).toBe(0)
})

test('the types follow from the declarations', () => {
  expectTypeOf<Settings['application']['port']>().toEqualTypeOf<number>()
  expectTypeOf<Settings['logger']['level']>().toEqualTypeOf<
    'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'
  >()
  expectTypeOf<Settings['permission']['exclude']>().items.toEqualTypeOf<{
    readonly method: string
    readonly path: string
  }>()
})

describe('what a program gives is checked like a file', () => {
  test.each([
    [{ application: { port: '8000' } }, 'application.port (settings object) must be a whole number'],
    [{ aplication: {} }, 'aplication (settings object) is not a setting. Fix: did you mean application?'],
    [{ application: [] }, 'application (settings object) must be a group of keys, not a list'],
    [{ application: new Map() }, 'application (settings object) must be a group of keys'],
    [{ menus: [{ icon: () => 1 }] }, 'it holds a function, which JSON cannot'],
    [{ menus: [{ order: Number.NaN }] }, 'which JSON cannot'],
    ['text', 'The top level (settings object) must be a group of keys, not the text "text"'],
  ])('%o', (input, message) => {
    const run = () => resolveSettings(input as object)
    expect(run).toThrow(SettingsError)
    expect(run).toThrow(message)
  })

  test('a menu that contains itself', () => {
    const menu: Record<string, unknown> = {}
    menu.children = [menu]
    expect(() => resolveSettings({ menus: [menu] } as object)).toThrow('nested more than 32 levels deep')
  })
})

test('the result is frozen throughout, and neither holds nor freezes what was given', () => {
  const child = { title: 'b' }
  const menus = [{ title: 'a', children: [child] }]
  const trustProxy = ['::1']
  const settings = resolveSettings({ menus, application: { trustProxy } })
  child.title = 'changed'
  trustProxy.push('nonsense')
  expect(settings.menus).toEqual([{ title: 'a', children: [{ title: 'b' }] }])
  expect(settings.application.trustProxy).toEqual(['::1'])
  expect(isFrozenThroughout(settings)).toBe(true)
  expect(() => Object.assign(settings.application, { mode: 'dev' })).toThrow(TypeError)
  expect(settings.application.mode).toBe('prod')
})

function isFrozenThroughout(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  return Object.isFrozen(value) && Object.values(value).every(isFrozenThroughout)
}

describe('every declaration', () => {
  test.each(catalogue.map((entry) => [entry.key, entry] as const))('%s', (_, { setting }) => {
    expect(setting.read(setting.default)).toEqual({ value: setting.default })
    expect(setting.read(setting.example)).toEqual({ value: setting.example })
    const text = typeof setting.example === 'string' ? setting.example : JSON.stringify(setting.example)
    expect(setting.fromText(text)).toEqual(setting.example)
    expect(setting.doc).toMatch(/^[A-Z].+\.$/)
    expect(setting.read(Symbol('no value'))).toHaveProperty('problem')
  })

  test('no two settings share a variable', () => {
    const variables = [...catalogue.map((entry) => entry.variable), ...Object.keys(otherVariables)]
    expect(new Set(variables).size).toBe(variables.length)
    expect(variables).toContain('CASTELLAN_APPLICATION_TRUSTPROXY')
  })
})
