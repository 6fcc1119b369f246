import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { texts as en } from '../../languages/en.ts'
import { LANGUAGES, loadLanguage, nameOfLanguage, preferredLanguage } from './texts.ts'

function leaves(node: object, trail: readonly string[] = []): [path: readonly string[], text: unknown][] {
  return Object.entries(node).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null
      ? leaves(value, [...trail, key])
      : [[[...trail, key], value] as [readonly string[], unknown]],
  )
}

const namesOf = (texts: object) => leaves(texts).map(([path]) => path.join('.'))
const translations = LANGUAGES.filter((language) => language !== 'en')

/** The sources that use texts: everything but the tests and the texts themselves. */
const root = new URL('../../', import.meta.url)
const code = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => /(?<!\.test|texts\.\w+)\.tsx?$/.test(path) && !path.startsWith('languages/'))
  .map((path) => readFileSync(new URL(path, root), 'utf8'))
  .join('\n')

/** Returns whether the code names a text together with its group, or uses the whole group. */
function isUsed(path: readonly string[]): boolean {
  const [group, name] = path.slice(-2)
  if (name === undefined) return new RegExp(`\\b${group}\\b`).test(code)
  const whole = path.length > 2 && new RegExp(`\\b${path.at(-3)}\\.${group}(?!\\.)\\b`).test(code)
  return whole || new RegExp(`\\b${group}\\.${name}\\b|\\b${group}\\[(?!')`).test(code)
}

test('every file in languages/ is a language, with its name in itself', () => {
  expect(LANGUAGES).toEqual(['en', 'zh'])
  expect(LANGUAGES.map(nameOfLanguage)).toEqual(['English', '中文'])
})

test.each(translations)('%s has every text that English has, and no other', async (language) => {
  const { texts } = await loadLanguage(language)
  expect(namesOf(texts)).toEqual(namesOf(en))
})

test('no Chinese text is left in English', async () => {
  const { texts } = await loadLanguage('zh')
  const untranslated = leaves(texts).filter(
    ([, text]) => typeof text === 'string' && !/[\u4e00-\u9fff]/.test(text),
  )
  expect(untranslated.map(([path]) => path.join('.'))).toEqual(['tag'])
})

test('no two features have a group of texts with the same name', async () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('texts.en.ts'),
  )
  const all = await Promise.all(files.map((path) => import(new URL(path, root).href)))
  expect(all.flatMap(({ texts }) => Object.keys(texts)).toSorted()).toEqual(Object.keys(en).toSorted())
})

test('every text is used', () => {
  const unused = leaves(en).filter(([path]) => !isUsed(path))
  expect(unused.map(([path]) => path.join('.'))).toEqual([])
})

test('a language that cannot be loaded is replaced by English', async () => {
  expect(await loadLanguage('tlh')).toEqual({ language: 'en', texts: en })
})

test.each([
  [['zh-CN', 'en'], 'zh'],
  [['de', 'zh', 'en'], 'zh'],
  [['en-GB', 'zh'], 'en'],
  [['fr'], 'en'],
  [[], 'en'],
])('%j selects %s', (languages, language) => {
  expect(preferredLanguage(languages)).toBe(language)
})

test('a regional language is preferred for its own region', () => {
  const known = ['en', 'pt', 'pt-BR']
  expect(preferredLanguage(['pt-BR'], known)).toBe('pt-BR')
  expect(preferredLanguage(['pt-PT'], known)).toBe('pt')
})
