import type { Language } from '../../foundation/refusal/refusal.ts'
import type { Destination } from './code-channel.ts'
import type { CodeMessage } from './code-sender.ts'

/** The texts of one language. `{code}`, `{minutes}` and `{name}` are replaced. */
export interface CodeTexts {
  readonly emailSubject: string
  readonly email: string
  readonly sms: string
}

export interface CodeMessageOptions {
  readonly destination: Destination
  readonly code: string
  readonly lifetimeSeconds: number
  readonly language: Language
  readonly texts: CodeTexts
  /** The name of the application. */
  readonly name: string
}

/** Returns the message with a code. */
export function createCodeMessage(options: CodeMessageOptions): CodeMessage {
  const { destination, code, lifetimeSeconds, language, texts, name } = options
  const minutes = Math.max(1, Math.floor(lifetimeSeconds / 60))
  const values: Readonly<Record<string, string>> = {
    code,
    minutes: String(minutes),
    // A name with a line break could add lines to the text.
    name: name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '),
  }
  const filled = (template: string): string =>
    template.replaceAll(/\{(code|minutes|name)\}/g, (_, key: string) => values[key] ?? '')
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
