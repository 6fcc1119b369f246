import type { Event } from '../api.ts'
import type { Texts } from '../language/texts.ts'

/** Returns what has happened, in the language of the console. An event of a later version has its English text. */
export function eventText({ kind, text, fields }: Event, { events, verification }: Texts): string {
  const template = new Map<string, string>(Object.entries(events.texts)).get(kind)
  if (template === undefined) return text
  const words = new Map<string, string>([
    ...Object.entries(events.changes),
    ...Object.entries(events.logs),
    ...Object.entries(verification.findings),
  ])
  const shown = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(fields[name] ?? '')
    const isCode = name === 'change' || name === 'log' || name === 'finding'
    return isCode ? (words.get(value) ?? value) : value
  })
  return fields.further === undefined ? shown : `${shown} ${events.further(String(fields.further))}`
}
