import { expect, test } from 'vitest'
import { idsAbove, indexOf, matchesOf, pathText } from './department-index.ts'

const index = indexOf([
  {
    id: 1,
    label: 'Head office',
    children: [
      { id: 2, label: 'Yunnan', children: [{ id: 4, label: 'Kunming', children: [] }] },
      { id: 3, label: 'Sichuan', children: [] },
    ],
  },
])

test('a department is shown with the departments above it', () => {
  expect(pathText(index, 4)).toBe('Head office / Yunnan / Kunming')
  expect(pathText(index, 1)).toBe('Head office')
})

test('a department that is not in the tree is shown by its number', () => {
  expect(pathText(index, 9)).toBe('#9')
})

test('a search ignores the letter case and opens what is above the matches', () => {
  const matches = matchesOf(index, ' KUN')
  expect([...matches]).toEqual([4])
  expect(idsAbove(index, matches)).toEqual([1, 2])
})

test('an empty search matches nothing', () => {
  expect(matchesOf(index, '  ').size).toBe(0)
})
