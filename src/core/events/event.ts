import { EVENTS, type EventField, type EventKind, type EventTextOf } from '../../features/tables-and-words.ts'
import type { Language } from '../../platform/refusal/refusal.ts'
import { SEVERITIES, type Severity } from './kind-of-event.ts'

export { type EventKind, SEVERITIES, type Severity }

function isEventKind(kind: string): kind is EventKind {
  return Object.hasOwn(EVENTS, kind)
}

/** The kinds that are stored, listed and sent to webhooks. */
export const EVENT_KINDS = Object.keys(EVENTS)
  .filter(isEventKind)
  .filter((kind) => EVENTS[kind].isStored !== false)

type Value = string | number

/** The fields of a stored event. An event of another version may have others. */
export type EventFields = Readonly<Record<string, Value>>

/** The fields of an event to be stored. */
export type NewEventFields = Readonly<Partial<Record<EventField, Value>>>

type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never

/** An event to be stored. It has at least the fields that its text names, and never contains secrets. */
export type NewEvent = {
  [Kind in EventKind]: {
    readonly kind: Kind
    /** Replaces the severity of the kind. */
    readonly severity?: Severity
    readonly fields: NewEventFields & Readonly<Record<NamesIn<EventTextOf<Kind>>, Value>>
  }
}[EventKind]

/** An event as the API and webhooks return it. */
export interface Event {
  /** Increases by one with each event. */
  readonly id: number
  readonly kind: string
  readonly severity: string
  readonly time: string
  /** In English, except in lists of the API. */
  readonly text: string
  readonly fields: EventFields
}

/** The kinds that are caused by logins. Their number has limits of its own. */
export const ANONYMOUS_KINDS = EVENT_KINDS.filter((kind) => kind.startsWith('login.'))

export function severityOf(kind: EventKind): Severity {
  return EVENTS[kind].severity
}

/** Returns the text of an event with the names of fields in braces. A kind of another version has no text. */
export function eventTemplate(kind: string, fields: EventFields, language: Language): string {
  if (!isEventKind(kind)) return ''
  const { text, further } = EVENTS[kind]
  return `${text[language]}${fields.further === undefined ? '' : (further?.[language] ?? '')}`
}

/** Returns the text of an event. */
export function eventText(kind: string, fields: EventFields, language: Language = 'en'): string {
  return eventTemplate(kind, fields, language).replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    String(fields[name] ?? ''),
  )
}
