import { expect, test } from 'vitest'
import { coloursFor, hasColours } from './colour.ts'

test.each([
  ['a terminal', { isTTY: true }, {}, true],
  ['a pipe', {}, {}, false],
  ['a terminal and NO_COLOR', { isTTY: true }, { NO_COLOR: '1' }, false],
  ['a terminal and an empty NO_COLOR', { isTTY: true }, { NO_COLOR: '' }, true],
  ['a terminal without colours', { isTTY: true }, { TERM: 'dumb' }, false],
])('%s', (_name, stream, env, coloured) => {
  expect(hasColours(stream, env)).toBe(coloured)
  expect(coloursFor(stream, env).red('no')).toBe(coloured ? '\x1b[31mno\x1b[39m' : 'no')
  expect(coloursFor(stream, env).bold('')).toBe('')
})
