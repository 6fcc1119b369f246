import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { catalogue, otherVariables } from './catalogue.ts'
import { settingsExample, settingsPage } from './generated-docs.ts'
import { loadSettings, resolveSettings } from './load-settings.ts'

const pathOf = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url))

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

test('the example file loads and contains the defaults', () => {
  const file = pathOf('settings.example.yml')
  const cwd = mkdtempSync(join(tmpdir(), 'castellan-example-'))
  expect(loadSettings({ file, env: {}, flags: [], cwd }).settings).toEqual(
    resolveSettings({ application: { dataDir: pathOf('data') } }),
  )
  rmSync(cwd, { recursive: true })
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
