import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { settingsFolder } from '../../test/support/settings-folder.ts'
import { readSettings, resolveSettings } from '../core/settings/load-settings.ts'
import { SettingsError } from '../platform/settings/settings-error.ts'
import { loadSettings, settingsOfApp } from './app-settings.ts'

const { path, write } = settingsFolder()
afterEach(() => vi.unstubAllEnvs())

const config = () => join(path(), 'settings.yml')

describe('loadSettings', () => {
  test('returns the settings of the commands: file, variables, files of variables, flags', async () => {
    write('settings.yml', 'application: {mode: dev, name: file, port: 1}\njwt: {timeout: 60}')
    writeFileSync(join(path(), 'name'), 'from a file\n')
    vi.stubEnv('CASTELLAN_APPLICATION_NAME_FILE', join(path(), 'name'))
    vi.stubEnv('CASTELLAN_APPLICATION_PORT', '2')
    const set = ['jwt.timeout=120']
    const settings = await loadSettings({ config: config(), set })
    expect(settings.application).toMatchObject({ mode: 'dev', name: 'from a file', port: 2 })
    expect(settings.application.dataDir).toBe(join(path(), 'data'))
    const command = readSettings({ file: config(), env: process.env, flags: set, cwd: process.cwd() })
    expect(settings).toEqual(command.settings)
  })

  test('reads the file that CASTELLAN_CONFIG names', async () => {
    write('settings.yml', 'application: {name: named}')
    vi.stubEnv('CASTELLAN_CONFIG', config())
    expect((await loadSettings()).application.name).toBe('named')
  })

  test('throws all mistakes of all sources, as the commands do', async () => {
    write('settings.yml', 'application:\n  port: x\njwt: {secret: short}\n')
    vi.stubEnv('CASTELLAN_JWT_TIMEOUT', '0')
    const refused = await loadSettings({ config: config(), set: ['nothing=1'] }).catch((error) => error)
    expect(refused).toBeInstanceOf(SettingsError)
    expect(refused.problems).toEqual([
      expect.stringContaining('application.port ('),
      expect.stringContaining('jwt.timeout (variable CASTELLAN_JWT_TIMEOUT)'),
      expect.stringContaining('nothing (flag --set)'),
      expect.stringContaining('jwt.secret ('),
    ])
  })

  test('does not require senders of codes, which an app may replace', async () => {
    write('settings.yml', 'login: {methods: [password, code]}')
    expect((await loadSettings({ config: config() })).login.methods).toEqual(['password', 'code'])
  })

  test('its result can be changed and passed on', async () => {
    write(
      'settings.yml',
      `application: {trustProxy: [10.0.0.1], publicUrl: "https://a.example"}
permission: {exclude: [{method: GET, path: /api/v1/news, reason: everybody reads them}]}
events: {webhooks: [{name: chat, url: "https://chat.example", secret: "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}]}
login:
  methods: [password, oidc]
  ldap: {roles: [{group: "*", role: staff}]}
  oidc:
    providers:
      - {name: work, issuer: "https://login.example", clientId: a, clientSecret: b, defaultRole: clerk}
      - {name: ding, preset: dingtalk, clientId: a, clientSecret: b, roles: [{claim: corpId, value: c, role: clerk}]}
`,
    )
    const settings = await loadSettings({ config: config() })
    expect(resolveSettings(settings)).toEqual(settings)
    const changed = resolveSettings({ ...settings, jwt: { ...settings.jwt, timeout: 60 } })
    expect(changed).toEqual({ ...settings, jwt: { ...settings.jwt, timeout: 60 } })
  })
})

describe('the line in the log names', () => {
  test('the sources of loaded settings', async () => {
    write('settings.yml', '')
    vi.stubEnv('CASTELLAN_APPLICATION_NAME', 'a')
    const settings = await loadSettings({ config: config(), set: ['application.port=1'] })
    const text = `settings: ${config()}; variables: CASTELLAN_APPLICATION_NAME; flags: application.port`
    expect(settingsOfApp(settings)).toEqual({ settings, lines: [{ level: 'info', text }] })
  })

  test('a settings file that others can read', async () => {
    write('settings.yml', 'jwt: {secret: k3Jq-9fW_2bXz7Lm0RtVn5YcPd8HsEa1uGo4}')
    const { lines } = settingsOfApp(await loadSettings({ config: config() }))
    expect(lines.map(({ level }) => level)).toEqual(
      process.platform === 'win32' ? ['info'] : ['info', 'warn'],
    )
  })

  test('that an app has changed loaded settings, which were read', async () => {
    write('settings.yml', 'application: {name: file}')
    vi.stubEnv('CASTELLAN_CONFIG', config())
    const settings = await loadSettings()
    const changed = settingsOfApp({ ...settings, jwt: { ...settings.jwt, timeout: 60 } })
    expect(changed.settings.jwt.timeout).toBe(60)
    expect(changed.lines).toEqual([{ level: 'info', text: `settings: ${config()}; changed by the app` }])
  })

  test('the object, or the defaults', () => {
    expect(settingsOfApp({}).lines).toEqual([{ level: 'info', text: 'settings: defaults' }])
    expect(settingsOfApp({ application: { port: 1 }, jwt: {} }).lines).toEqual([
      { level: 'info', text: 'settings: the object passed to createService (application, jwt)' },
    ])
  })

  test('what createService does not read without loadSettings', () => {
    write('settings.yml', 'application: {mode: dev}')
    vi.stubEnv('CASTELLAN_CONFIG', config())
    vi.stubEnv('CASTELLAN_JWT_SECRET_FILE', 'secret')
    vi.stubEnv('CASTELLAN_ADMIN_PASSWORD', 'which createService reads')
    const { settings, lines } = settingsOfApp({})
    expect(settings.application.mode).toBe('prod')
    const unread = `${config()}, CASTELLAN_JWT_SECRET_FILE`
    const advice = 'to read them too, call createService(await loadSettings())'
    expect(lines).toEqual([{ level: 'warn', text: `settings: defaults; not read: ${unread}; ${advice}` }])
  })
})
