import { expect, test } from 'vitest'
import { type ChangeStep, createChangeRecords, formatSteps, parseSteps } from './change-records.ts'

const steps = (count: number): ChangeStep[] =>
  Array.from({ length: count }, (_, i): ChangeStep => ['add', String(i)])

test('the steps of a kind form one change, in their order', () => {
  const records = createChangeRecords()
  records.add('policy', [['add', 'a']])
  records.add('revocation')
  records.add('policy', [
    ['remove', 'a'],
    ['count', '0'],
  ])
  expect([...records]).toEqual([
    {
      kind: 'policy',
      steps: [
        ['add', 'a'],
        ['remove', 'a'],
        ['count', '0'],
      ],
    },
    { kind: 'revocation', steps: undefined },
  ])
  expect([records.has('policy'), records.has('revocation')]).toEqual([true, true])
  records.clear()
  expect([[...records], records.has('policy')]).toEqual([[], false])
})

test('a change without steps stays without steps, whatever is added', () => {
  const records = createChangeRecords()
  records.add('policy', steps(1))
  records.add('policy')
  records.add('policy', steps(1))
  expect([...records]).toEqual([{ kind: 'policy', steps: undefined }])
})

test.each([
  [500, 0, 500],
  [501, 0, undefined],
  [499, 1, 500],
  [500, 1, undefined],
])('of %i and %i steps, %s are carried', (first, second, carried) => {
  const records = createChangeRecords()
  records.add('policy', steps(first))
  records.add('policy', steps(second))
  expect([...records].map((change) => change.steps?.length)).toEqual([carried])
})

test('steps are read as they were written', () => {
  const written: ChangeStep[] = [
    ['add', 'ä "quoted"', '\n'],
    ['remove-role', ''],
    ['count', '7'],
  ]
  expect(parseSteps(formatSteps(written))).toEqual(written)
  expect(parseSteps(formatSteps([]))).toEqual([])
})

test('steps that need too much room are not stored', () => {
  expect(formatSteps([['add', 'x'.repeat(32_000)]])).not.toBe('')
  expect(formatSteps([['add', 'x'.repeat(33_000)]])).toBe('')
  expect(formatSteps(undefined)).toBe('')
})

test.each([
  '',
  '{',
  'null',
  '7',
  '"add"',
  '{"add":[]}',
  '["add"]',
  '[[]]',
  '[["add",7]]',
  '[["add",["a"]]]',
  '[{}]',
])('the payload %j has an unknown form', (payload) => expect(parseSteps(payload)).toBeUndefined())
