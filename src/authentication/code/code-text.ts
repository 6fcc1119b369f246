import type { Language } from '../../foundation/refusal/refusal.ts'
import type { Settings } from '../../settings/declarations/declarations.ts'
import type { Destination } from './code-channel.ts'
import type { CodeMessage } from './code-sender.ts'

/** The texts of one language. `{code}`, `{minutes}` and `{name}` are replaced. */
export type CodeTexts = Settings['login']['code']['texts'][Language]

interface CodeMessageOptions {
  readonly destination: Destination
  readonly code: string
  readonly lifetimeSeconds: number
  readonly language: Language
  readonly texts: CodeTexts
  /** The name of the application. */
  readonly name: string
}

/** Returns a function that replaces the names in braces in a template by their values. */
export function fillerOf(values: Readonly<Record<string, string>>): (template: string) => string {
  const names = new RegExp(`\\{(${Object.keys(values).join('|')})\\}`, 'g')
  return (template) => template.replaceAll(names, (_, name: string) => values[name] ?? '')
}

/** A name with a line break could add lines to the text. */
export function inOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
}

/** Returns the message with a code. */
export function createCodeMessage(options: CodeMessageOptions): CodeMessage {
  const { destination, code, lifetimeSeconds, language, texts, name } = options
  const minutes = Math.max(1, Math.floor(lifetimeSeconds / 60))
  const filled = fillerOf({ code, minutes: String(minutes), name: inOneLine(name) })
  const isEmail = destination.channel === 'email'
  return {
    ...destination,
    kind: 'code',
    code,
    link: '',
    minutes,
    language,
    subject: isEmail ? filled(texts.emailSubject) : '',
    text: filled(isEmail ? texts.email : texts.sms),
  }
}
