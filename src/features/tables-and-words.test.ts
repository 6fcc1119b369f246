import { expect, test } from 'vitest'
import { ADVICE, EVENT_FIELDS, EVENTS, REFUSALS, TAGS, THINGS, WORDS } from './tables-and-words.ts'

const KINDS = ['refusals', 'advice', 'auditActions', 'events', 'things', 'tags'] as const

test.each(KINDS)('no word is declared twice: %s', (kind) => {
  const names = WORDS.flatMap((words) => Object.keys(words[kind] ?? {}))
  expect(names.length).toBeGreaterThan(0)
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
})

test('words about reasons name reasons', () => {
  const changeRefusals = WORDS.flatMap((words) => Object.values(words.changeRefusals ?? {}).flat())
  const named = [...changeRefusals, ...Object.keys(ADVICE)]
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((name) => !Object.hasOwn(REFUSALS, name))).toEqual([])
})

test('the texts of events name fields, the same in both languages', () => {
  const fieldsIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  for (const { text, further } of Object.values(EVENTS)) {
    const fields = [text.en, text.zh, further?.en ?? '', further?.zh ?? ''].flatMap(fieldsIn)
    expect(fields.filter((name) => !EVENT_FIELDS.includes(name))).toEqual([])
  }
})

test('the paths of the API are in known groups', () => {
  const tags = WORDS.flatMap((words) => Object.keys(words.paths ?? {}))
  expect(tags.filter((tag) => !Object.hasOwn(TAGS, tag))).toEqual([])
  expect(Object.keys(THINGS)).toContain('user')
})
