import type { Language } from '../../../platform/refusal/refusal.ts'
import type { ValuesOf } from '../../../platform/settings/setting.ts'
import type { Destination } from '../messages/destination.ts'
import type { loginCode } from '../messages/login-code.ts'
import type { CodeMessage } from '../messages/message-sender.ts'
import { createTemplateFiller, inOneLine } from '../messages/message-text.ts'

/** The texts of one language. `{code}`, `{minutes}` and `{name}` are replaced. */
export type CodeTexts = ValuesOf<typeof loginCode>['texts'][Language]

interface CodeMessageOptions {
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
  const filled = createTemplateFiller({ code, minutes: String(minutes), name: inOneLine(name) })
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
