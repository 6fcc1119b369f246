import { expect, test } from 'vitest'
import { languageOf } from './language.ts'

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['en', 'en'],
  ['zh', 'zh'],
  ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
  ['ZH-cn', 'zh'],
  ['en-US,en;q=0.9,zh-CN;q=0.8', 'en'],
  ['en;q=0.2, zh;q=0.7', 'zh'],
  ['fr, zh;q=0.1', 'zh'],
  ['zh;q=0', 'en'],
  ['zhuang', 'en'],
  ['*', 'en'],
  ['zh;q=x', 'zh'],
  [`${'de,'.repeat(100_000)}zh`, 'en'],
])('%s -> %s', (header, language) => {
  expect(languageOf(header)).toBe(language)
})
