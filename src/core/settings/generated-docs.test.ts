import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { catalogue, otherVariables } from './catalogue.ts'
import { settingsExample, settingsPage } from './generated-docs.ts'
import { readSettings, resolveSettings } from './load-settings.ts'

const pathOf = (name: string) => fileURLToPath(new URL(`../../../${name}`, import.meta.url))

test('docs/reference/settings.md and settings.example.yml are up to date (npm run docs)', () => {
  expect(readFileSync(pathOf('docs/reference/settings.md'), 'utf8')).toBe(settingsPage())
  expect(readFileSync(pathOf('settings.example.yml'), 'utf8')).toBe(settingsExample())
})

test('the page contains every setting and every variable', () => {
  const page = settingsPage()
  for (const { key, variable } of catalogue) {
    expect(page).toContain(`| \`${key}\` | \`${variable}\` |`)
  }
  for (const variable of Object.keys(otherVariables)) expect(page).toContain(variable)
})

test('every setting is in one section of the page', () => {
  const rows = settingsPage().match(/^\| `[\w.]+` \| `CASTELLAN_\w+` \|/gm) ?? []
  expect(rows).toHaveLength(catalogue.length)
})

test('the keys of records are listed with their defaults', () => {
  const page = settingsPage()
  expect(page).toContain('\nThe keys of an entry of `gateway.upstreams`:\n')
  expect(page).toContain('| `prefix` | text of at most 200 characters | required |')
  expect(page).toContain('| `maxConnections` | a whole number from 1 to 10000 | `100` |')
  expect(page).toContain('\nThe keys of `roles` in an entry of `login.oidc.providers`:\n')
})

test('the example file loads and contains ten settings with their defaults', () => {
  const file = pathOf('settings.example.yml')
  const cwd = mkdtempSync(join(tmpdir(), 'castellan-example-'))
  const { settings, sources } = readSettings({ file, env: {}, flags: [], cwd })
  rmSync(cwd, { recursive: true })
  expect(settings).toEqual(resolveSettings({ application: { dataDir: pathOf('data') } }))
  expect(sources.size).toBe(10)
})

test('the examples in the comments are accepted', () => {
  const examples = [...settingsExample().matchAll(/# For example: ((\w+): .*)$/gm)]
  expect(examples.length).toBeGreaterThan(3)
  for (const [, line = '', name = ''] of examples) {
    const given = (parse(line) as Record<string, unknown>)[name]
    const outcomes = catalogue
      .filter(({ key }) => key.split('.').at(-1) === name)
      .map(({ setting }) => ({ read: setting.read(given), example: setting.example }))
    expect(outcomes).toContainEqual({ read: { value: given }, example: given })
  }
})
