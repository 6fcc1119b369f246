import type { Schemas } from '../../shell/api/client.ts'
import type { Texts } from '../../shell/language/texts.ts'

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** Returns what has happened: texts, and the values of fields between them. */
export function eventParts(
  { template, fields }: Schemas['Event'],
  texts: Texts,
): readonly (string | EventValue)[] {
  return template
    .split(/\{(\w+)\}/)
    .map((part, place) =>
      place % 2 === 1 ? { name: part, value: valueText(part, String(fields[part] ?? ''), texts) } : part,
    )
}

/** Returns the kind of an event in words. */
export function kindName({ kind }: Pick<Schemas['Event'], 'kind'>, { events }: Texts): string {
  return new Map<string, string>(Object.entries(events.kinds)).get(kind) ?? kind
}

interface EventValue {
  readonly name: string
  readonly value: string
}

interface EventField extends EventValue {
  /** The name in words. */
  readonly label: string
}

/** Returns the fields of an event and their values in words, except the English text that a finding has. */
export function eventFields({ fields }: Schemas['Event'], texts: Texts): readonly EventField[] {
  const names = new Map<string, string>(Object.entries(texts.events.fields))
  return Object.entries(fields)
    .filter(([name]) => name !== 'problem' || fields.finding === undefined)
    .map(([name, value]) => ({
      name,
      label: names.get(name) ?? name,
      value: valueText(name, String(value), texts),
    }))
}

function valueText(name: string, value: string, { tag, events, auditLog, verification }: Texts): string {
  const codes = new Map<string, Readonly<Record<string, string>>>([
    ['change', events.changes],
    ['log', events.logs],
    ['finding', verification.findings],
    ['source', auditLog.sources],
  ])
  const words = codes.get(name)
  if (words !== undefined && Object.hasOwn(words, value)) return words[value] ?? value
  return TIME.test(value) ? new Date(value).toLocaleString(tag) : value
}
