import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { en } from './en.ts'
import { preferredLanguage } from './texts.ts'
import { zh } from './zh.ts'
import { problemZh } from './zh-log.ts'

function leaves(node: object, trail = ''): [string, unknown][] {
  return Object.entries(node).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null
      ? leaves(value, `${trail}${key}.`)
      : [[`${trail}${key}`, value] as [string, unknown]],
  )
}

test('Chinese has every text that English has, and none is left in English', () => {
  expect(leaves(zh).map(([name]) => name)).toEqual(leaves(en).map(([name]) => name))
  const untranslated = leaves(zh).filter(
    ([, text]) => typeof text === 'string' && !/[\u4e00-\u9fff]/.test(text),
  )
  expect(untranslated.map(([name]) => name)).toEqual(['tag'])
})

test.each([
  [['zh-CN', 'en'], 'zh'],
  [['de', 'zh', 'en'], 'zh'],
  [['en-GB'], 'en'],
  [['fr'], 'en'],
  [[], 'en'],
])('%j selects %s', (languages, language) => {
  expect(preferredLanguage(languages)).toBe(language)
})

test('every finding of a log verification has a Chinese text', () => {
  const walk = readFileSync(new URL('../../../src/hash-chain/walk.ts', import.meta.url), 'utf8')
  const problems = [...walk.matchAll(/['`]((?:is|was) [^'`]+)['`]/g)].map(([, text = '']) =>
    text.replace(/\$\{[^}]+\}/g, '7'),
  )
  expect(problems.length).toBeGreaterThan(6)
  for (const problem of problems) expect(problemZh(problem)).toMatch(/^[\u4e00-\u9fff][^a-z]*。$/)
})
