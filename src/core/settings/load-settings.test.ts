import { chmodSync, chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { settingsFolder } from '../../../test/support/settings-folder.ts'
import type { Settings } from '../../features/settings.ts'
import { SettingsError } from '../../platform/settings/settings-error.ts'
import { catalogue, otherVariables } from './catalogue.ts'
import { readSettings, resolveSettings } from './load-settings.ts'

const { write, load, path } = settingsFolder()

describe('sources of settings', () => {
  test('without any source: the defaults, and no file', () => {
    expect(load()).toEqual({
      settings: resolveSettings({}),
      file: undefined,
      sources: new Map(),
      variables: [],
      flags: [],
    })
  })

  test('flags override the environment, which overrides the file, key by key', () => {
    write('settings.yml', 'application: {port: 1, host: a, name: file}\nlogger: {enableddb: false}')
    const { settings, file } = load({
      env: { CASTELLAN_APPLICATION_PORT: '2', CASTELLAN_APPLICATION_HOST: 'b', PATH: '/bin' },
      flags: ['application.port=3'],
    })
    expect(settings.application).toMatchObject({ port: 3, host: 'b', name: 'file', mode: 'prod' })
    expect(settings.logger).toMatchObject({ level: 'info', enableddb: false })
    expect(file).toBe(join(path(), 'settings.yml'))
  })

  test('the source of every value, and the variables and flags that were given', () => {
    write('settings.yml', 'application:\n  port: 1\n  host: a\n')
    write('url', 'sqlite:x.db')
    const { sources, variables, flags } = load({
      env: {
        CASTELLAN_APPLICATION_PORT: '2',
        CASTELLAN_DATABASE_URL_FILE: 'url',
      },
      flags: ['application.port=3', 'application.port=4'],
    })
    expect([...sources]).toEqual([
      ['application.port', { kind: 'flag' }],
      ['application.host', { kind: 'file', file: 'settings.yml', line: 3 }],
      ['database.url', { kind: 'value-file', namedBy: 'variable CASTELLAN_DATABASE_URL_FILE', path: 'url' }],
    ])
    expect(variables).toEqual(['CASTELLAN_APPLICATION_PORT', 'CASTELLAN_DATABASE_URL_FILE'])
    expect(flags).toEqual(['application.port'])
  })

  test('the last flag of a key takes precedence', () => {
    expect(load({ flags: ['application.port=1', 'application.port=2'] }).settings.application.port).toBe(2)
  })

  test('--config takes precedence over CASTELLAN_CONFIG, which takes precedence over settings.yml', () => {
    write('settings.yml', 'application: {port: 1}')
    write('variable.yml', 'application: {port: 2}')
    write('flag.yml', 'application: {port: 3}')
    const env = { CASTELLAN_CONFIG: 'variable.yml' }
    expect(load().settings.application.port).toBe(1)
    expect(load({ env }).settings.application.port).toBe(2)
    expect(load({ env, file: 'flag.yml' })).toMatchObject({
      settings: { application: { port: 3 } },
      file: join(path(), 'flag.yml'),
    })
  })

  test.each(['application: {port: 7}', '\ufeffsettings:\n  application:\n    port: 7\n'])(
    'a top-level key settings is accepted: %j',
    (text) => {
      write('settings.yml', text)
      expect(load().settings.application.port).toBe(7)
    },
  )

  test.each(['', '# nothing\n', 'settings:\n', 'application:\n  # port: 1\n'])(
    'an empty file or group means the defaults: %j',
    (text) => {
      write('settings.yml', text)
      expect(load().settings).toEqual(resolveSettings({ application: { dataDir: join(path(), 'data') } }))
    },
  )

  test('an empty flag is an empty text', () => {
    write('settings.yml', 'database: {url: "postgres://u@db/x"}')
    expect(load({ flags: ['database.url='] }).settings.database.url).toBe('')
  })

  test('every empty variable is refused: a lost value must not select the default', () => {
    const variables = [
      ...catalogue.flatMap(({ variable }) => [variable, `${variable}_FILE`]),
      ...Object.keys(otherVariables),
    ]
    for (const variable of variables) {
      expect(() => load({ env: { [variable]: '' } }), variable).toThrow(
        `The variable ${variable} is empty. Fix:`,
      )
    }
  })

  test('variables and flags are converted to the type of their setting', () => {
    const { settings } = load({
      env: { CASTELLAN_LOGGER_ENABLEDDB: 'false', CASTELLAN_APPLICATION_TRUSTPROXY: '10.0.0.1, ::/8' },
      flags: [
        'permission.exclude=[{"method":"GET","path":"/x","reason":" y "}]',
        'menus=[{title: 1, children: [{}]}]',
      ],
    })
    expect(settings.logger.enableddb).toBe(false)
    expect(settings.application.trustProxy).toEqual(['10.0.0.1', '::/8'])
    expect(settings.permission.exclude).toEqual([{ method: 'GET', path: '/x', reason: 'y' }])
    expect(settings.menus).toEqual([{ title: 1, children: [{}] }])
    expect(load({ flags: ['application.trustProxy=["::1"]'] }).settings.application.trustProxy).toEqual([
      '::1',
    ])
    expect(load({ flags: ['application.trustProxy='] }).settings.application.trustProxy).toEqual([])
  })

  test('variables that Kubernetes sets for a Service named castellan are ignored', () => {
    const env = {
      CASTELLAN_SERVICE_HOST: '10.0.0.1',
      CASTELLAN_SERVICE_PORT: '8000',
      CASTELLAN_SERVICE_PORT_HTTP: '8000',
      CASTELLAN_PORT: 'tcp://10.0.0.1:8000',
      CASTELLAN_PORT_8000_TCP: 'tcp://10.0.0.1:8000',
      CASTELLAN_PORT_8000_TCP_ADDR: '10.0.0.1',
    }
    expect(load({ env }).settings).toEqual(resolveSettings({}))
    expect(() => load({ env: { CASTELLAN_PORT: '8000' } })).toThrow('CASTELLAN_APPLICATION_PORT')
  })
})

describe('relative paths', () => {
  const PATHS = [
    'application.dataDir',
    'jwt.keys',
    'database.url',
    'login.ldap.caFile',
    'login.code.smtp.caFile',
  ]

  test('the settings that contain paths', () => {
    const withPath = catalogue.filter(({ setting }) => setting.resolvePath).map(({ key }) => key)
    expect(withPath.sort()).toEqual([...PATHS].sort())
    // A setting whose name says that it is a path must be declared as one.
    const named = catalogue.filter(({ key }) => /(?:dir|file|folder|path)$/i.test(key)).map(({ key }) => key)
    expect(withPath).toEqual(expect.arrayContaining(named))
  })

  test('in the settings file they are relative to its folder, in every current folder', () => {
    mkdirSync(join(path(), 'etc'))
    const yaml = (folder: string) => `
application: {dataDir: ${folder}data}
jwt: {keys: ${folder}keys}
database: {url: "sqlite:${folder}x.db"}
login: {ldap: {caFile: ${folder}ldap.pem}, code: {smtp: {caFile: ${folder}smtp.pem}}}
`
    const inFolder = (folder: string) => ({
      application: { dataDir: join(folder, 'data') },
      jwt: { keys: join(folder, 'keys') },
      database: { url: `sqlite:${join(folder, 'x.db')}` },
      login: {
        ldap: { caFile: join(folder, 'ldap.pem') },
        code: { smtp: { caFile: join(folder, 'smtp.pem') } },
      },
    })
    const etc = join(path(), 'etc')
    for (const folder of ['./', '']) {
      write('etc/settings.yml', yaml(folder))
      expect(load({ file: 'etc/settings.yml' }).settings).toMatchObject(inFolder(etc))
    }
    write('etc/settings.yml', yaml('/var/lib/'))
    expect(load({ file: 'etc/settings.yml' }).settings).toMatchObject(inFolder('/var/lib'))
  })

  test.each(['sqlite::memory:', 'postgres://u@db/x', 'mysql://u@db/x', ''])(
    'a database URL without a path stays as it is: %j',
    (url) => {
      write('settings.yml', `database: {url: "${url}"}`)
      expect(load().settings.database.url).toBe(url)
    },
  )

  test('in variables and flags, and in the default without a file, they are relative to the current folder', () => {
    expect(load().settings.application.dataDir).toBe('./data')
    mkdirSync(join(path(), 'etc'))
    write('etc/settings.yml', '')
    const given = { file: 'etc/settings.yml', flags: ['jwt.keys=k'] }
    expect(load(given).settings.application.dataDir).toBe(join(path(), 'etc', 'data'))
    const { application, jwt } = load({ ...given, env: { CASTELLAN_APPLICATION_DATADIR: './d' } }).settings
    expect({ dataDir: application.dataDir, keys: jwt.keys }).toEqual({ dataDir: './d', keys: 'k' })
  })
})

describe('several mistakes', () => {
  test('are reported at once, each in one line with its source and a fix', () => {
    write(
      'settings.yml',
      'application:\n  port: "80"\n  prot: 1\nlogger: 1\njwt:\n  secret: short\ngateway:\n  upstreams: [{prefix: /api/v1/x, url: "http://x"}]\n',
    )
    const run = () =>
      load({
        env: { CASTELLAN_JWT_TIMEOUT: '0', CASTELLAN_REDIS_URL: '' },
        flags: ['application.mod=dev', 'cluster.maxStalenessSeconds=x'],
      })
    expect(messagesOf(run)).toEqual([
      expect.stringMatching(
        /^application\.port \(settings\.yml line 2\) .*Fix: write port: 80 under application$/,
      ),
      expect.stringMatching(
        /^application\.prot \(settings\.yml line 3\) .*Fix: did you mean application\.port/,
      ),
      expect.stringMatching(/^logger \(settings\.yml line 4\) must be a group.*Fix:/),
      expect.stringMatching(/^jwt\.timeout \(variable CASTELLAN_JWT_TIMEOUT\).*Fix:/),
      expect.stringMatching(/^The variable CASTELLAN_REDIS_URL is empty\. Fix:/),
      expect.stringMatching(/^application\.mod \(flag --set\).*Fix:/),
      expect.stringMatching(/^cluster\.maxStalenessSeconds \(flag --set\).*Fix:/),
      expect.stringMatching(/^jwt\.secret \(settings\.yml line 6\) has 5 bytes.*Fix:/),
      expect.stringMatching(
        /^gateway\.upstreams \(settings\.yml line 8\) requires gateway\.signingSecret.*Fix:/,
      ),
    ])
  })

  test('in one entry of a list and in several are reported with their lines', () => {
    write(
      'settings.yml',
      `gateway:
  upstreams:
    - prefix: /orders
      ulr: http://127.0.0.1:9000
      maxConnections: 0
    - prefix: /api/v1/x
      url: http://x
    - url: http://y/path
application:
  trustProxy:
    - nonsense
    - 10.0.0.1
    - 7
events:
  webhooks:
    - { name: a, url: "https://a.example/", secret: short, kinds: [x, login.*, y] }
`,
    )
    expect(messagesOf(load)).toEqual([
      expect.stringMatching(/^gateway\.upstreams entry 1: ulr \(settings\.yml line 4\) .*did you mean url\?/),
      expect.stringMatching(/^gateway\.upstreams entry 1: prefix \(settings\.yml line 3\) must be .* Fix: /),
      expect.stringMatching(/^gateway\.upstreams entry 1: url \(settings\.yml line 3\) is missing\. Fix: /),
      expect.stringMatching(/^gateway\.upstreams entry 1: maxConnections \(settings\.yml line 5\) must be a/),
      expect.stringMatching(
        /^gateway\.upstreams entry 3: prefix \(settings\.yml line 8\) is missing\. Fix: /,
      ),
      expect.stringMatching(/^gateway\.upstreams entry 3: url \(settings\.yml line 8\) has more than scheme/),
      expect.stringMatching(
        /^application\.trustProxy entry 1 \(settings\.yml line 11\) is "nonsense", which/,
      ),
      expect.stringMatching(/^application\.trustProxy entry 3 \(settings\.yml line 13\) must be a text/),
      expect.stringMatching(/^events\.webhooks entry 1: secret \(settings\.yml line 16\) must be "whsec_"/),
      expect.stringMatching(
        /^events\.webhooks entry 1: kinds entry 1 \(settings\.yml line 16\) is "x", which/,
      ),
      expect.stringMatching(
        /^events\.webhooks entry 1: kinds entry 3 \(settings\.yml line 16\) is "y", which/,
      ),
    ])
  })

  test('the same name in several entries of a list', () => {
    const hook = `{name: a, url: "https://a.example/", secret: whsec_${Buffer.alloc(24, 1).toString('base64')}}`
    write('settings.yml', `events:\n  webhooks:\n    - ${hook}\n    - ${hook}\n`)
    expect(messagesOf(load)).toEqual([
      'events.webhooks entry 2: name (settings.yml line 4) is the same as in entry 1. Fix: change one of them',
    ])
  })

  test('a consequence of a mistake is not reported', () => {
    const upstreams = '[{prefix: /api/v1/x, url: "http://x"}]'
    write(
      'settings.yml',
      `gateway: {signingSecret: 1, upstreams: ${upstreams}}\napplication: {mode: 1}\njwt: {secret: x}`,
    )
    expect(messagesOf(load)).toEqual([
      expect.stringContaining('gateway.signingSecret (settings.yml line 1)'),
      expect.stringContaining('application.mode (settings.yml line 2)'),
    ])
    write('settings.yml', 'gateway: [')
    expect(messagesOf(() => load({ env: { CASTELLAN_GATEWAY_UPSTREAMS: upstreams } }))).toEqual([
      expect.stringContaining('settings.yml line 1 is not valid YAML'),
    ])
  })

  test('what an incomplete login method lacks is listed completely', () => {
    write('settings.yml', 'login: {methods: [ldap, code]}')
    expect(messagesOf(load).map((message) => message.split(' ')[0])).toEqual([
      'login.ldap.urls',
      'login.ldap.baseDn',
      'login.ldap.roles',
      'login.code.smtp.host',
      'login.code.smtp.from',
    ])
  })

  test('of an object too', () => {
    const input = { application: { port: '1' }, loger: {} }
    expect(messagesOf(() => resolveSettings(input as object))).toHaveLength(2)
  })
})

function messagesOf(run: () => unknown): readonly string[] {
  try {
    run()
  } catch (error) {
    if (error instanceof SettingsError) return error.problems
    throw error
  }
  return []
}

test('a command does not need what only the service requires of several settings', () => {
  const yaml =
    'gateway: {upstreams: [{prefix: /api/v1/x, url: "http://x"}]}\nlogin: {methods: [ldap]}\njwt: {secret: x}'
  write('settings.yml', yaml)
  const given = { env: {}, flags: [], cwd: path(), combinations: [] }
  expect(readSettings(given).settings.gateway.upstreams).toHaveLength(1)
  expect(() => readSettings({ ...given, flags: ['application.port=x'] })).toThrow('application.port')
})

describe.skipIf(process.platform === 'win32')('a settings file that every user can read', () => {
  const SECRET = 'k3Jq-9fW_2bXz7Lm0RtVn5YcPd8HsEa1uGo4'
  const warningFor = (yaml: string, mode: number) => {
    write('settings.yml', yaml)
    chmodSync(join(path(), 'settings.yml'), mode)
    return load().warning
  }

  test.each([
    ['jwt.secret', `jwt: {secret: ${SECRET}}`],
    ['gateway.signingSecret', `gateway: {signingSecret: ${SECRET}}`],
    ['database.url', `database: {url: "postgres://u:${SECRET}@db/x"}`],
    ['redis.url', `redis: {url: "redis://:${SECRET}@cache"}`],
  ])('causes a warning if it contains %s; the warning does not contain the secret', (key, yaml) => {
    const warning = warningFor(yaml, 0o644)
    expect(warning).toContain(key)
    expect(warning).toContain('chmod 600')
    expect(warning).not.toContain(SECRET)
    expect(warningFor(yaml, 0o640)).toBeUndefined()
    expect(warningFor(yaml, 0o600)).toBeUndefined()
  })

  test.runIf(process.getuid?.() === 0)('a file of another user also needs another owner', () => {
    write('settings.yml', `jwt: {secret: ${SECRET}}`)
    chownSync(join(path(), 'settings.yml'), 1234, 1234)
    const file = join(path(), 'settings.yml')
    expect(load().warning).toContain(`run "chown 0 ${file} && chmod 600 ${file}"`)
  })

  test.each(['application: {port: 1}', 'jwt: {secret: ""}', 'database: {url: "postgres://u@db/x"}'])(
    'causes no warning without a secret: %s',
    (yaml) => expect(warningFor(yaml, 0o644)).toBeUndefined(),
  )
})

test('the defaults', () => {
  expect(resolveSettings({})).toEqual({
    application: {
      mode: 'prod',
      name: 'Castellan',
      publicUrl: '',
      host: '127.0.0.1',
      port: 8000,
      dataDir: './data',
      trustProxy: [],
      shutdownSeconds: 10,
    },
    logger: { level: 'info', format: 'auto', enableddb: true, retentionDays: 0 },
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
    captcha: { methods: ['password', 'ldap', 'oidc', 'code', 'passkey', 'app:*'], lifetimeSeconds: 120 },
    // The groups of the other login methods have tests of their own.
    login: expect.objectContaining({
      methods: ['password'],
      maxFailures: 10,
      maxFailuresPerNetwork: 100,
      maxDelaySeconds: 900,
      passkey: { rpId: '' },
      secondFactor: { requiredRoles: [], encryptionKey: '', acceptedEncryptionKey: '' },
    }),
    session: { maxPerUser: 0, whenFull: 'end-oldest' },
    password: { minLength: 15 },
    rateLimit: { perAddress: 200, total: 5000, loginPerAddress: 300 },
    cors: { origins: [] },
    administration: { requests: [], fourEyes: { operations: [], minutes: 60 } },
    permission: { exclude: [] },
    explain: { keepMinutes: 1440 },
    usage: { keepDays: 90 },
    gateway: { signingSecret: '', upstreams: [] },
    events: { keepDays: 30, loginFailures: 10, loginFailureMinutes: 60, verifyHours: 24, webhooks: [] },
    apiDocs: { serve: 'auto' },
    console: { enabled: true },
    metrics: { enabled: false, host: '127.0.0.1', port: 9464 },
    tracing: { endpoint: '', sampleRatio: 1 },
    menus: [],
    compatibility: { goAdmin: false },
  })
})

test('an object has the same keys, directly or under settings; undefined means not given', () => {
  const application = { port: 0, host: undefined }
  expect(resolveSettings({ application, logger: undefined }).application).toMatchObject({
    port: 0,
    host: '127.0.0.1',
  })
  expect(resolveSettings({ settings: { application } }).application.port).toBe(0)
})

test('the types are derived from the declarations', () => {
  expectTypeOf<Settings['application']['port']>().toEqualTypeOf<number>()
  expectTypeOf<Settings['logger']['level']>().toEqualTypeOf<
    'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'
  >()
  expectTypeOf<Settings['permission']['exclude']>().items.toEqualTypeOf<{
    readonly method: string
    readonly path: string
    readonly reason: string
  }>()
})

describe('an object is checked like a file', () => {
  test.each([
    [{ application: { port: '8000' } }, 'application.port (settings object) must be a whole number'],
    [{ aplication: {} }, 'aplication (settings object) is not a setting. Fix: did you mean application?'],
    [{ application: [] }, 'application (settings object) must be a group of keys, not a list'],
    [{ application: new Map() }, 'application (settings object) must be a group of keys'],
    [
      { menus: [{ icon: () => 1 }] },
      'menus entry 1 (settings object) contains a function, which JSON cannot represent',
    ],
    [{ menus: [{ order: Number.NaN }] }, 'which JSON cannot represent'],
    ['text', 'The top level (settings object) must be a group of keys, not a text'],
  ])('%o', (input, message) => {
    const run = () => resolveSettings(input as object)
    expect(run).toThrow(SettingsError)
    expect(run).toThrow(message)
  })

  test('a menu that contains itself is refused', () => {
    const menu: Record<string, unknown> = {}
    menu.children = [menu]
    expect(() => resolveSettings({ menus: [menu] } as object)).toThrow('nested more than 32 levels deep')
  })
})

test('the result is a deeply frozen copy; the input is neither shared nor frozen', () => {
  const child = { title: 'b' }
  const menus = [{ title: 'a', children: [child] }]
  const trustProxy = ['::1']
  const settings = resolveSettings({ menus, application: { trustProxy } })
  child.title = 'changed'
  trustProxy.push('nonsense')
  expect(settings.menus).toEqual([{ title: 'a', children: [{ title: 'b' }] }])
  expect(settings.application.trustProxy).toEqual(['::1'])
  expect(isDeeplyFrozen(settings)).toBe(true)
  expect(() => Object.assign(settings.application, { mode: 'dev' })).toThrow(TypeError)
  expect(settings.application.mode).toBe('prod')
})

function isDeeplyFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  return Object.isFrozen(value) && Object.values(value).every(isDeeplyFrozen)
}
