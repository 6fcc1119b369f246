import { afterAll, describe, expect, test } from 'vitest'
import { castellan, folderWithSettings } from '../support/process.ts'
import { hasTerminal, openTerminal } from '../support/terminal.ts'

const folder = await folderWithSettings()
afterAll(folder.remove)
await castellan(folder.path, ['migrate'])
const long = 'Auditors of all branches, who read orders, invoices and reminders'
for (const args of [
  ['role', 'add', 'auditor', '--name', long, '--data-scope', 'all'],
  ['role', 'add', 'night', '--name', '夜班', '--data-scope', 'own'],
  ['role', 'change', 'night', '--status', 'disabled'],
])
  expect(await castellan(folder.path, args)).toMatchObject({ code: 0, errors: '' })

const CALLS = [
  ['role list', ['role', 'list']],
  ['role --help', ['role', '--help']],
  ['role list --help', ['role', 'list', '--help']],
  ['an unknown command', ['role', 'lst']],
] as const

describe('in a pipe', () => {
  test.each(CALLS)('%s', async (_name, args) => {
    const { output, errors } = await castellan(folder.path, args)
    expect(output + errors).toMatchSnapshot()
  })
})

/** Runs a command on a terminal of this width. Escape characters are made visible. */
async function show(columns: number, args: readonly string[], env = {}): Promise<string> {
  const shown = await openTerminal(folder.path, args, { columns, env }).ended()
  return shown.replaceAll('\r\n', '\n').replaceAll('\u001b', '␛')
}

describe.runIf(hasTerminal)('on a terminal', () => {
  describe.each([80, 120])('of %d columns', (columns) => {
    test.each(CALLS)('%s', async (_name, args) => {
      const shown = await show(columns, args)
      const plain = shown.replaceAll(/␛\[\d+m/g, '')
      expect(plain.split('\n').filter((line) => line.length > columns)).toEqual([])
      expect(shown).toMatchSnapshot()
    })
  })

  test('with NO_COLOR, nothing is coloured', async () => {
    expect(await show(80, ['role', 'list'], { NO_COLOR: '1' })).not.toContain('␛')
  })
})
