import { describe, expect, test } from 'vitest'
import { settingsFolder } from '../../../test/support/settings-folder.ts'
import { catalogue, otherVariables } from './catalogue.ts'

const { refusalOf } = settingsFolder()

test.each(catalogue.map(({ key, setting }) => [key, setting] as const))(
  'what %s has read is read again: an app passes it on',
  (_key, setting) => {
    for (const given of [setting.default, setting.example]) {
      const first = setting.read(given)
      // Some examples are parts of values.
      if ('value' in first) expect(setting.read(first.value)).toEqual(first)
    }
  },
)

describe('a wrong value is refused with its key, source and fix on one line', () => {
  test.each([
    ['application: {port: "9000"}', 'application.port', 'write port: 9000 under application'],
    ['application: {port: 65536}', 'application.port', 'write for example port: 8000 under application'],
    ['application: {port: -1}', 'application.port', 'from 0 to 65535'],
    ['application: {port: 80.5}', 'application.port', 'a whole number'],
    ['application: {port: 99999999999999999999}', 'application.port', 'a whole number'],
    ['application: {port: }', 'application.port', 'remove it, or write for example port: 8000'],
    ['application: {name: 42}', 'application.name', 'write name: "42" under application'],
    ['application: {name: ""}', 'application.name', 'must not be empty'],
    ['application: {name: "a\\0b"}', 'application.name', 'NUL'],
    ['application: {mode: DEV}', 'application.mode', 'exactly "dev"'],
    ['application: {mode: " dev"}', 'application.mode', 'exactly "dev"'],
    ['application: {host: "http://localhost:80"}', 'application.host', 'without scheme and port'],
    ['application: {host: "1.2.3"}', 'application.host', 'must be an address'],
    ['application: {dataDir: ""}', 'application.dataDir', 'must not be empty'],
    ['application: {trustProxy: 10.0.0.1}', 'application.trustProxy', 'write trustProxy: ["10.0.0.1"]'],
    ['application: {trustProxy: [1]}', 'application.trustProxy entry 1', 'must be a text'],
    ['application: {trustProxy: [10.0.0.0/33]}', 'application.trustProxy entry 1', 'from 1 to 32'],
    ['application: text', 'application', 'write the keys below it'],
    ['application.port: 1', 'application.port', 'write port below application'],
    ['logger: {enableddb: "true"}', 'logger.enableddb', 'write enableddb: true under logger'],
    ['logger: {enableddb: 1}', 'logger.enableddb', 'write for example enableddb: true'],
    ['logger: {level: WARN}', 'logger.level', 'one of trace, debug, info, warn, error, silent'],
    ['jwt: {timeout: 0}', 'jwt.timeout', 'from 1 to 315576000'],
    ['jwt: {timeout: 1h}', 'jwt.timeout', 'a whole number of seconds'],
    ['database: {url: "mysql://localhost/x"}', 'database.url', 'names no host or no user'],
    ['captcha: {methods: [service]}', 'captcha.methods entry 1', 'never requires a captcha'],
    ['captcha: {methods: [oauth]}', 'captcha.methods entry 1', 'password, ldap, oidc, code, passkey'],
    ['captcha: {lifetimeSeconds: 0}', 'captcha.lifetimeSeconds', 'from 1'],
    ['rateLimit: {total: off}', 'rateLimit.total', 'requests per second from 0'],
    ['jwt: {cookie: "true"}', 'jwt.cookie', 'write cookie: true under jwt'],
    ['jwt: {queryToken: 0}', 'jwt.queryToken', 'true or false'],
    ['console: {enabled: 1}', 'console.enabled', 'true or false'],
    ['cors: {origins: ["*"]}', 'cors.origins entry 1', 'does not name a single site'],
    ['cors: {origins: ["https://a.example/"]}', 'cors.origins entry 1', 'write https://a.example for'],
    ['permission: {exclude: [GET /x]}', 'permission.exclude entry 1', 'not the text "GET /x"'],
    ['permission: {exclude: [{method: GET, reason: a}]}', 'permission.exclude entry 1: path', 'is missing'],
    ['permission: {exclude: [{path: /x, reason: a}]}', 'permission.exclude entry 1: method', 'is missing'],
    [
      'permission: {exclude: [{method: GET, path: /x, reason: a, role: a}]}',
      'permission.exclude entry 1: role',
      'remove it, or use one of method, path, reason',
    ],
    ['menus: {}', 'menus', 'must be a list'],
    ['menus: [{}, 1]', 'menus entry 2', 'not the number 1'],
    ['menus: [{children: [1]}]', 'menus entry 1', 'children that are not a list of records'],
    ['menus: [{children: [{children: {}}]}]', 'menus entry 1', 'children that are not a list of records'],
    ['- a', 'The top level', 'not a list'],
    ['settings: {}\nlogger: {}', 'logger', 'move it under settings'],
  ])('%s', (file, key, fix) => {
    const refusal = refusalOf({ file })
    expect(refusal.startsWith(`${key} (settings.yml line ${file.split('\n').length}) `)).toBe(true)
    expect(refusal).toContain(fix)
    expect(refusal).toMatch(/^.+ Fix: .+$/)
  })

  test.each([
    ['', 'is missing'],
    [', reason: " "', 'must say why every logged-in user may call it'],
    [', reason: "\\u200b"', 'must say why every logged-in user may call it'],
    [', reason: 7', 'write reason: "7"'],
    [', reason: "a\\nb"', 'must be one line'],
    [`, reason: ${'a'.repeat(201)}`, 'must have at most 200 characters'],
  ])('an exclusion needs a reason in one line: {method: GET, path: /x%s}', (reason, problem) => {
    const refusal = refusalOf({ file: `permission: {exclude: [{method: GET, path: /x${reason}}]}` })
    expect(refusal.startsWith('permission.exclude entry 1: reason (settings.yml line 1) ')).toBe(true)
    expect(refusal).toContain(problem)
  })

  test('the message names the variable or flag, and what to write there', () => {
    expect(refusalOf({ env: { CASTELLAN_APPLICATION_PORT: '80 ' } })).toBe(
      'application.port (variable CASTELLAN_APPLICATION_PORT) must be a whole number from 0 to 65535, not the text "80 ". Fix: write for example CASTELLAN_APPLICATION_PORT=8000',
    )
    expect(refusalOf({ flags: ['permission.exclude=[{]'] })).toContain(
      `Fix: write for example --set permission.exclude='[{"method":"GET","path":"/api/v1/notice/:id","reason":"all users read the notices"}]'`,
    )
  })

  test.each(['0x10', '1e3', '+1', '01', '1.0', ' 1', '', '१'])('%j is not a whole number', (text) => {
    expect(refusalOf({ flags: [`application.port=${text}`] })).toContain('application.port (flag --set)')
  })

  test.each(['yes', 'TRUE', '1', ''])('%j is neither true nor false', (text) => {
    expect(refusalOf({ flags: [`logger.enableddb=${text}`] })).toContain('logger.enableddb (flag --set)')
  })

  test('a wrong value is refused even if a later source replaces it', () => {
    expect(refusalOf({ file: 'application: {port: x}', flags: ['application.port=1'] })).toContain(
      'settings.yml',
    )
  })
})

describe('messages do not contain secrets', () => {
  const secrets = catalogue.filter(({ setting }) => setting.secret).map(({ key }) => key)

  test('the secret settings', () => {
    expect(secrets).toEqual([
      'database.url',
      'redis.url',
      'jwt.secret',
      'login.ldap.bindPassword',
      'login.oidc.providers',
      'login.code.smtp.password',
      'login.code.webhook.secret',
      'login.secondFactor.encryptionKey',
      'login.secondFactor.acceptedEncryptionKey',
      'gateway.signingSecret',
      'events.webhooks',
    ])
  })

  test.each([
    'jwt: {secret: hunter2}',
    'jwt: {secret: [hunter2]}',
    'jwt: {secret: {hunter2: 1}}',
    'jwt: {secret: "hunter2',
    'jwt: {secret: hunter2hunter2hunter2hunter2hunter2}',
    'database: {url: "postgres://root:hunter2@localhost"}',
    'database: {url: "mysql://root:hunter2@localhost/x?ssl=hunter2"}',
    'database: {url: "sqlite:/x?password=hunter2"}',
    'database: {url: [hunter2]}',
    'login: {code: {smtp: {password: [hunter2]}}}',
    'login: {code: {webhook: {secret: hunter2}}}',
    'events: {webhooks: hunter2}',
    'events: {webhooks: [hunter2]}',
    'events: {webhooks: [{name: a, url: "https://example.org/hunter2", secret: hunter2}]}',
    'events: {webhooks: [{name: a, url: "https://u:hunter2@example.org/", secret: whsec_hunter2}]}',
    'events: {webhooks: [{name: a, url: "http://example.org/hunter2", secret: whsec_hunter2}]}',
  ])('%s', (file) => {
    expect(refusalOf({ file })).not.toContain('hunter2')
  })

  test('a secret written as a number', () => {
    expect(refusalOf({ file: 'jwt: {secret: 48151623}' })).toBe(
      'jwt.secret (settings.yml line 1) must be a text, not a number. Fix: put it in quotes',
    )
  })
})

describe('every declaration', () => {
  test.each(catalogue.map((entry) => [entry.key, entry] as const))(
    '%s accepts its default and its example',
    (_, { setting }) => {
      expect(setting.read(setting.default)).toEqual({ value: setting.default })
      // A list of records may get the defaults of keys that the example does not have.
      expect(setting.read(setting.example)).toEqual({
        value: Array.isArray(setting.example) ? containing(setting.example) : setting.example,
      })
      const text = typeof setting.example === 'string' ? setting.example : JSON.stringify(setting.example)
      expect(setting.fromText(text)).toEqual(setting.example)
      expect(setting.doc).toMatch(/^[A-Z].+\.$/)
      expect(setting.read(Symbol('no value'))).toHaveProperty('problems')
    },
  )

  test('every setting has its own variable', () => {
    const variables = [...catalogue.map((entry) => entry.variable), ...Object.keys(otherVariables)]
    expect(new Set(variables).size).toBe(variables.length)
    expect(variables).toContain('CASTELLAN_APPLICATION_TRUSTPROXY')
  })
})

function containing(list: readonly unknown[]): unknown {
  return list.map((entry) => (typeof entry === 'object' ? expect.objectContaining({ ...entry }) : entry))
}
