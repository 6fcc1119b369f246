import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { settingsFolder } from '../../../test/support/settings-folder.ts'
import { SettingsError } from '../../platform/settings/settings-error.ts'

const { write, load, path } = settingsFolder()

describe('an unreadable file is refused with one line', () => {
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
    ['lists too deep', `a: 1\n${'['.repeat(500_000)}`, 'settings.yml line 2 is nested more than 100 levels'],
    ['dashes too deep', `a:\n${'- '.repeat(500_000)}`, 'settings.yml line 2 is nested more than 100 levels'],
    ['keys too deep', '? '.repeat(500_000), 'settings.yml line 1 is nested more than 100 levels'],
    ['not UTF-8', new Uint8Array([0xff, 0xfe, 0x41]), '"settings.yml" is not UTF-8'],
    ['too large', `#${'x'.repeat(1024 * 1024)}`, '"settings.yml" is larger than 1 MB'],
  ])('%s', (_, content, message) => {
    write('settings.yml', content)
    expectRefusal(() => load(), message)
  })

  test('aliases that would expand to gigabytes are refused before they expand', () => {
    const levels = Array.from(
      { length: 30 },
      (_, n) => `l${n}: &l${n} [${`*l${n - 1},`.repeat(n === 0 ? 0 : 10)}]`,
    )
    write('settings.yml', levels.join('\n'))
    expectRefusal(() => load(), 'settings.yml line 2 uses an alias')
    write('settings.yml', '')
    expectRefusal(() => load({ flags: [`menus=[&a {x: 1}, *a]`] }), 'menus (flag --set)')
  })

  test('a YAML 1.1 header enables neither merge keys nor yes and no', () => {
    write('settings.yml', '%YAML 1.1\n---\nlogger: {enableddb: yes}')
    expectRefusal(() => load(), 'logger.enableddb (settings.yml line 3) must be true or false')
    write('settings.yml', '%YAML 1.1\n---\n<<: {logger: {enableddb: false}}')
    expectRefusal(() => load(), '<< (settings.yml line 3) is not a setting')
  })

  test('a configured file must exist and be a file', () => {
    mkdirSync(join(path(), 'folder'))
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
