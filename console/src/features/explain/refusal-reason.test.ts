import { expect, test } from 'vitest'
import { REFUSALS } from '../../../../src/features/tables-and-words.ts'
import { texts as en } from '../../languages/en.ts'
import { texts as zh } from '../../languages/zh.ts'
import { refusalReason } from './refusal-reason.ts'

test('every refusal reason has words in every language, and no words are left without a reason', () => {
  const reasons = Object.keys(REFUSALS)
  for (const texts of [en, zh]) {
    expect(reasons.filter((reason) => refusalReason(reason, texts) === reason)).toEqual([])
    expect(Object.keys(texts.refusals.reasons).filter((reason) => !reasons.includes(reason))).toEqual([])
  }
})

test('different reasons have different words', () => {
  for (const texts of [en, zh]) {
    const words = Object.keys(REFUSALS).map((reason) => refusalReason(reason, texts))
    expect(words.filter((text, place) => words.indexOf(text) !== place)).toEqual([])
  }
})

test('a reason of a later version has its code', () => {
  expect(refusalReason('later', en)).toBe('later')
  expect(refusalReason('toString', zh)).toBe('toString')
})
