import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { settingsFolder } from '../../test/support/settings-folder.ts'
import { resolveSettings } from './resolve-settings.ts'

const { write, load, path } = settingsFolder()

describe('where settings come from', () => {
  test('nothing given: the defaults, and no file', () => {
    expect(load()).toEqual({ settings: resolveSettings({}), file: undefined })
  })

  test('file < environment < flags, each key on its own', () => {
    write('settings.yml', 'application: {port: 1, host: a, name: file}\nlogger: {enableddb: false}')
    const { settings, file } = load({
      env: { CASTELLAN_APPLICATION_PORT: '2', CASTELLAN_APPLICATION_HOST: 'b', PATH: '/bin' },
      flags: ['application.port=3'],
    })
    expect(settings.application).toMatchObject({ port: 3, host: 'b', name: 'file', mode: 'prod' })
    expect(settings.logger).toMatchObject({ level: 'info', enableddb: false })
    expect(file).toBe(join(path(), 'settings.yml'))
  })

  test('the last flag of a key wins', () => {
    expect(load({ flags: ['application.port=1', 'application.port=2'] }).settings.application.port).toBe(2)
  })

  test('--config before CASTELLAN_CONFIG before settings.yml', () => {
    write('settings.yml', 'application: {port: 1}')
    write('variable.yml', 'application: {port: 2}')
    write('flag.yml', 'application: {port: 3}')
    const env = { CASTELLAN_CONFIG: 'variable.yml' }
    expect(load({ env: { CASTELLAN_CONFIG: '' } }).settings.application.port).toBe(1)
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
    'an empty file: %j',
    (text) => {
      write('settings.yml', text)
      expect(load().settings).toEqual(resolveSettings({}))
    },
  )

  test('an empty variable counts as not set, an empty flag is an empty text', () => {
    write('settings.yml', 'database: {url: "sqlite:file.db"}')
    expect(load({ env: { CASTELLAN_DATABASE_URL: '' } }).settings.database.url).toBe('sqlite:file.db')
    expect(load({ flags: ['database.url='] }).settings.database.url).toBe('')
  })

  test('variables and flags are read by the type of their setting', () => {
    const { settings } = load({
      env: { CASTELLAN_LOGGER_ENABLEDDB: 'false', CASTELLAN_APPLICATION_TRUSTPROXY: '10.0.0.1, ::/8' },
      flags: ['permission.exclude=[{"method":"GET","path":"/x"}]', 'menus=[{title: 1, children: [{}]}]'],
    })
    expect(settings.logger.enableddb).toBe(false)
    expect(settings.application.trustProxy).toEqual(['10.0.0.1', '::/8'])
    expect(settings.permission.exclude).toEqual([{ method: 'GET', path: '/x' }])
    expect(settings.menus).toEqual([{ title: 1, children: [{}] }])
    expect(load({ flags: ['application.trustProxy=["::1"]'] }).settings.application.trustProxy).toEqual([
      '::1',
    ])
    expect(load({ flags: ['application.trustProxy='] }).settings.application.trustProxy).toEqual([])
  })

  test('what Kubernetes sets for a Service named castellan is ignored', () => {
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

describe.skipIf(process.platform === 'win32')('a settings file that everybody may read', () => {
  const SECRET = 'k3Jq-9fW_2bXz7Lm0RtVn5YcPd8HsEa1uGo4'
  const warningOf = (yaml: string, mode: number) => {
    write('settings.yml', yaml)
    chmodSync(join(path(), 'settings.yml'), mode)
    return load().warning
  }

  test.each([
    ['jwt.secret', `jwt: {secret: ${SECRET}}`],
    ['database.url', `database: {url: "postgres://u:${SECRET}@db/x"}`],
    ['redis.url', `redis: {url: "redis://:${SECRET}@cache"}`],
  ])('is warned about where it holds %s, which is not repeated', (key, yaml) => {
    const warning = warningOf(yaml, 0o644)
    expect(warning).toContain(key)
    expect(warning).toContain('chmod 600')
    expect(warning).not.toContain(SECRET)
    expect(warningOf(yaml, 0o640)).toBeUndefined()
    expect(warningOf(yaml, 0o600)).toBeUndefined()
  })

  test.each(['application: {port: 1}', 'jwt: {secret: ""}', 'database: {url: "postgres://u@db/x"}'])(
    'is not where it holds no secret: %s',
    (yaml) => expect(warningOf(yaml, 0o644)).toBeUndefined(),
  )
})
