import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadSettings } from './load-settings.ts'
import { resolveSettings } from './resolve-settings.ts'
import { SettingsError } from './settings-error.ts'

let cwd: string

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'castellan-settings-'))
})

afterEach(() => {
  rmSync(cwd, { recursive: true })
})

function write(name: string, text: string | Uint8Array): void {
  writeFileSync(join(cwd, name), text)
}

function load(given: { file?: string; env?: Record<string, string>; flags?: string[] } = {}) {
  return loadSettings({ file: given.file, env: given.env ?? {}, flags: given.flags ?? [], cwd })
}

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
    expect(settings.logger).toEqual({ level: 'info', enableddb: false })
    expect(file).toBe(join(cwd, 'settings.yml'))
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
      file: join(cwd, 'flag.yml'),
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

describe('a file that cannot be read stops the start on one line', () => {
  test.each<[problem: string, content: string | Uint8Array, message: string]>([
    ['syntax', 'application: {port: 1', 'settings.yml line 1 is not valid YAML. Fix: check'],
    ['a tab', 'application:\n\tport: 1', 'settings.yml line 2 is indented with a tab. Fix: use spaces'],
    [
      'a key twice',
      'logger: {}\njwt:\n  timeout: 1\n  timeout: 2',
      'settings.yml line 4 (timeout) is written twice',
    ],
    ['an alias', 'menus: &m []\nx: *m', 'settings.yml line 2 uses an alias'],
    ['a tag', 'application:\n  name: !!binary aGk=', 'settings.yml line 2 uses a tag'],
    ['two documents', '{}\n---\n{}', 'settings.yml line 2 starts a second document'],
    ['a list for a key', '? [a]\n: 1', 'settings.yml line 1 is a key, but not a text'],
    ['too deep', '['.repeat(50_000), 'settings.yml line 1'],
    ['not UTF-8', new Uint8Array([0xff, 0xfe, 0x41]), 'settings.yml is not written in UTF-8'],
    ['too large', `#${'x'.repeat(1024 * 1024)}`, 'settings.yml is larger than 1 MB'],
  ])('%s', (_, content, message) => {
    write('settings.yml', content)
    expectRefusal(() => load(), message)
  })

  test('aliases that would unfold to gigabytes are refused before they unfold', () => {
    const levels = Array.from(
      { length: 30 },
      (_, n) => `l${n}: &l${n} [${`*l${n - 1},`.repeat(n === 0 ? 0 : 10)}]`,
    )
    write('settings.yml', levels.join('\n'))
    expectRefusal(() => load(), 'settings.yml line 2 uses an alias')
    expectRefusal(() => load({ flags: [`menus=[&a {x: 1}, *a]`] }), 'menus (flag --set)')
  })

  test('a YAML 1.1 header brings no merge keys and no yes or no', () => {
    write('settings.yml', '%YAML 1.1\n---\nlogger: {enableddb: yes}')
    expectRefusal(() => load(), 'logger.enableddb (settings.yml line 3) must be true or false')
    write('settings.yml', '%YAML 1.1\n---\n<<: {logger: {enableddb: false}}')
    expectRefusal(() => load(), '<< (settings.yml line 3) is not a setting')
  })

  test('a named file must exist and be a file', () => {
    mkdirSync(join(cwd, 'folder'))
    expectRefusal(() => load({ file: 'none.yml' }), '"none.yml" does not exist')
    expectRefusal(() => load({ env: { CASTELLAN_CONFIG: 'none.yml' } }), '"none.yml" does not exist')
    expectRefusal(() => load({ file: 'folder' }), '"folder" cannot be read (EISDIR)')
  })
})

function expectRefusal(run: () => unknown, message: string): void {
  expect(run).toThrow(SettingsError)
  expect(run).toThrow(message)
  expect(run).toThrow(/^.+$/) // One line.
}
