import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { catalogue, otherVariables } from './catalogue.ts'
import { loadSettings } from './load-settings.ts'
import { resolveSettings } from './resolve-settings.ts'
import { settingsExample } from './settings-example.ts'
import { settingsPage } from './settings-page.ts'

const pathOf = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url))

test('docs/settings.md and settings.example.yml are up to date (npm run docs)', () => {
  expect(readFileSync(pathOf('docs/settings.md'), 'utf8')).toBe(settingsPage())
  expect(readFileSync(pathOf('settings.example.yml'), 'utf8')).toBe(settingsExample())
})

test('the page names every setting and every variable', () => {
  const page = settingsPage()
  for (const { key, variable } of catalogue) {
    expect(page).toContain(`| \`${key}\` | \`${variable}\` |`)
  }
  for (const variable of Object.keys(otherVariables)) expect(page).toContain(variable)
})

test('the example loads as it is, and stands for the defaults', () => {
  const file = pathOf('settings.example.yml')
  const cwd = mkdtempSync(join(tmpdir(), 'castellan-example-'))
  expect(loadSettings({ file, env: {}, flags: [], cwd })).toEqual({ settings: resolveSettings({}), file })
  rmSync(cwd, { recursive: true })
})

test('what the comments of the example propose is taken', () => {
  const proposals = [...settingsExample().matchAll(/# For example: ((\w+): .*)$/gm)]
  expect(proposals.length).toBeGreaterThan(3)
  for (const [, line = '', name = ''] of proposals) {
    const given = (parse(line) as Record<string, unknown>)[name]
    const outcomes = catalogue
      .filter(({ key }) => key.split('.').at(-1) === name)
      .map(({ setting }) => ({ read: setting.read(given), example: setting.example }))
    expect(outcomes).toContainEqual({ read: { value: given }, example: given })
  }
})
