import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { createProgram } from '../../src/service/cli/program.ts'

const root = join(import.meta.dirname, '..', '..')
const program = createProgram('0.0.0', { width: 80, coloured: false, write: () => {} })
const folders = ['docs', 'docs/how-to', 'docs/contributing', 'deploy']
const pages = [
  'README.md',
  ...folders.flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
]

/** Returns the calls of the command in code blocks and code spans, without what follows a pipe, comment or redirection. */
function callsIn(page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8').replaceAll('\\\n', ' ')
  const code = [
    ...[...text.matchAll(/^ *```(?:sh)?\n(.*?)^ *```$/gms)].flatMap(([, block = '']) => block.split('\n')),
    ...[...text.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span),
  ].filter((line) => !line.trimStart().startsWith('#'))
  return code.flatMap((line) =>
    [...line.matchAll(/(?:^| |\/)castellan ([a-z][^|&;>#"]*)/g)].map(([, call = '']) =>
      call.replace(/^castellan /, '').trim(),
    ),
  )
}

/** Returns the first part of a call that does not exist, or undefined. */
function unknownPartOf(call: string): string | undefined {
  const words = call.split(/\s+/)
  let command: Command = program
  while (command.commands.length > 0 && words.length > 0) {
    const name = words.shift() ?? ''
    const next = command.commands.find((each) => each.name() === name)
    if (next === undefined) return name
    command = next
  }
  const known = new Set(command.options.map(({ long }) => long))
  return words.filter((word) => word.startsWith('--')).find((word) => !known.has(word.split('=')[0]))
}

test('every command in the documents exists, with its options', () => {
  const calls = pages.flatMap((page) => callsIn(page).map((call) => ({ page, call })))
  expect(calls.length).toBeGreaterThan(60)
  expect(calls.filter(({ call }) => unknownPartOf(call) !== undefined)).toEqual([])
})
