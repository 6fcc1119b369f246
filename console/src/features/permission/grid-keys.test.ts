import { expect, test } from 'vitest'
import { cellAfterKey, ROW_HEADING } from './grid-keys.ts'

/** A heading, two lines, a heading, three lines. */
const GRID = { hasCells: [false, true, true, false, true, true, true], columnCount: 3, pageLines: 3 }

test.each([
  ['ArrowRight', { line: 1, column: 0 }, { line: 1, column: 1 }],
  ['ArrowRight', { line: 1, column: 2 }, { line: 1, column: 2 }],
  ['ArrowLeft', { line: 1, column: 1 }, { line: 1, column: 0 }],
  ['ArrowLeft', { line: 1, column: 0 }, { line: 1, column: ROW_HEADING }],
  ['ArrowLeft', { line: 1, column: ROW_HEADING }, { line: 1, column: ROW_HEADING }],
  ['ArrowRight', { line: 1, column: ROW_HEADING }, { line: 1, column: 0 }],
  ['ArrowDown', { line: 2, column: 1 }, { line: 4, column: 1 }],
  ['ArrowDown', { line: 6, column: 1 }, { line: 6, column: 1 }],
  ['ArrowUp', { line: 4, column: 1 }, { line: 2, column: 1 }],
  ['ArrowUp', { line: 1, column: 1 }, { line: 1, column: 1 }],
  ['PageDown', { line: 1, column: 0 }, { line: 4, column: 0 }],
  ['PageDown', { line: 5, column: 0 }, { line: 6, column: 0 }],
  ['PageUp', { line: 6, column: 0 }, { line: 2, column: 0 }],
  ['PageUp', { line: 2, column: 0 }, { line: 1, column: 0 }],
  ['Home', { line: 5, column: 2 }, { line: 5, column: 0 }],
  ['End', { line: 5, column: 0 }, { line: 5, column: 2 }],
] as const)('%s from %j moves to %j', (key, from, to) => {
  expect(cellAfterKey({ key, ctrlKey: false }, from, GRID)).toEqual(to)
})

test('Control with Home and End moves to the first and the last cell; other keys do nothing', () => {
  const from = { line: 4, column: 1 }
  expect(cellAfterKey({ key: 'Home', ctrlKey: true }, from, GRID)).toEqual({ line: 1, column: 0 })
  expect(cellAfterKey({ key: 'End', ctrlKey: true }, from, GRID)).toEqual({ line: 6, column: 2 })
  expect(cellAfterKey({ key: 'a', ctrlKey: false }, from, GRID)).toBeUndefined()
})
