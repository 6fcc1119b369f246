import { expect, test } from 'vitest'
import { compareRules } from './rule-comparison.ts'

test('rules that only one role has are told apart from common ones, by path', async () => {
  const first = [
    { method: 'GET', path: '/orders' },
    { method: 'PUT', path: '/orders/:id' },
    { method: 'DELETE', path: '/orders/:id' },
  ]
  const second = [
    { method: 'GET', path: '/reports' },
    { method: 'GET', path: '/orders' },
  ]
  expect(await compareRules(first, second)).toEqual({
    onlyFirst: [
      { method: 'DELETE', path: '/orders/:id', isCovered: false },
      { method: 'PUT', path: '/orders/:id', isCovered: false },
    ],
    onlySecond: [{ method: 'GET', path: '/reports', isCovered: false }],
    both: [{ method: 'GET', path: '/orders' }],
  })
})

test('a rule that a wider rule of the other role includes is covered, and not the other way round', async () => {
  const { onlyFirst, onlySecond } = await compareRules(
    [{ method: 'GET', path: '/post/:id' }],
    [{ method: '*', path: '/post/*' }],
  )
  expect(onlyFirst).toEqual([{ method: 'GET', path: '/post/:id', isCovered: true }])
  expect(onlySecond).toEqual([{ method: '*', path: '/post/*', isCovered: false }])
})

test('a role without rules has nothing in common with another', async () => {
  expect(await compareRules([], [{ method: 'GET', path: '/a' }])).toEqual({
    onlyFirst: [],
    onlySecond: [{ method: 'GET', path: '/a', isCovered: false }],
    both: [],
  })
})
