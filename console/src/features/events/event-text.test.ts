import { expect, test } from 'vitest'
import { EVENT_KINDS, eventTemplate } from '../../../../src/core/events/event.ts'
import { EVENT_FIELDS } from '../../../../src/features/tables-and-words.ts'
import type { Language } from '../../../../src/platform/refusal/refusal.ts'
import { texts as en } from '../../languages/en.ts'
import { texts as zh } from '../../languages/zh.ts'
import { eventFields, eventParts, kindName } from './event-text.ts'

const eventText = (...of: Parameters<typeof eventParts>): string =>
  eventParts(...of)
    .map((part) => (typeof part === 'string' ? part : part.value))
    .join('')

const event = (kind: string, fields: Record<string, string | number>, language: Language = 'en') => ({
  id: 1,
  kind,
  severity: 'info' as const,
  time: '',
  text: '',
  template: eventTemplate(kind, fields, language),
  fields,
})

test('every kind that is stored and every field has a name in every language', () => {
  for (const { events } of [en, zh]) {
    expect(Object.keys(events.kinds).toSorted()).toEqual(EVENT_KINDS.toSorted())
    expect(Object.keys(events.fields).toSorted()).toEqual(EVENT_FIELDS.toSorted())
  }
})

test('codes are shown as words, and names as they are', () => {
  const fields = { username: 'change', change: 'created', operator: 'a{log}' }
  expect(eventText(event('admin.granted', fields), en)).toBe(
    '“change” has admin rights now (new user), by “a{log}”.',
  )
  const tampered = { log: 'login log', position: 7, finding: 'inserted', problem: 'x' }
  expect(eventText(event('log.tampered', tampered, 'zh'), zh)).toBe('登录日志第 7 条：不是由服务写入的。')
  const more = event('log.tampered', { ...tampered, problem: 'is missing', further: 980 })
  expect(eventText(more, en)).toBe('Entry 7 of the login log is missing. Further findings: 980.')
})

test('fields and their values are shown as words', () => {
  const granted = event('admin.granted', { username: 'anna', change: 'created', source: 'command' })
  expect(eventFields(granted, en)).toEqual([
    { name: 'username', label: 'Username', value: 'anna' },
    { name: 'change', label: 'Change', value: 'new user' },
    { name: 'source', label: 'Source', value: 'Command line' },
  ])
  expect(kindName(granted, zh)).toBe('新管理员')
  const tampered = { log: 'login log', position: 7, finding: 'inserted', problem: 'x' }
  expect(eventFields(event('log.tampered', tampered), en).map(({ label }) => label)).toEqual([
    'Log',
    'Entry',
    'Finding',
  ])
})
