import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { shellCommand, shellWord } from './shell-command.ts'

test('plain words have no quotes', () => {
  expect(shellCommand(['castellan', 'policy', 'add', 'a.b:c-1', 'GET', '/api/v1/a@b/:id'])).toBe(
    'castellan policy add a.b:c-1 GET /api/v1/a@b/:id',
  )
})

test('a shell reads every word as it was', () => {
  const words = [
    '*',
    '/a/*',
    "/it's",
    '/a&b',
    '/~x',
    '/!!',
    '/$(id)',
    '',
    '/a b',
    '"',
    '\\',
    '请',
    '`id`',
    "'",
  ]
  const output = execFileSync('sh', ['-c', shellCommand(['printf', '%s\\n', ...words])], { encoding: 'utf8' })
  expect(output.split('\n').slice(0, -1)).toEqual(words)
})

test('texts become one word of a shell command', () => {
  expect(shellWord('/var/lib/castellan')).toBe('/var/lib/castellan')
  expect(shellWord('my data')).toBe("'my data'")
  expect(shellWord("it's $(x)")).toBe("'it'\\''s $(x)'")
})
