import { SettingsError } from '../../../platform/settings/settings-error.ts'
import { type LoginCodeSettings, problemsOfCodeSenders } from './login-code.ts'
import type { CodeSender } from './message-sender.ts'
import { createWebhookSender } from './webhook-sender.ts'

interface ConfiguredSenderOptions {
  /** The settings `login.code`. */
  readonly code: LoginCodeSettings & { readonly timeoutSeconds: number }
  /** The name of the application, which e-mails come from. */
  readonly name: string
  readonly now: () => number
}

/** Creates the sender that the settings choose for each channel. Throws if a setting of it is missing. */
export async function createConfiguredSender(options: ConfiguredSenderOptions): Promise<CodeSender> {
  const { code, name, now } = options
  const missing = problemsOfCodeSenders(code)
  if (missing.length > 0) throw new SettingsError(missing.map(({ key, problem }) => `${key} ${problem}`))
  const timeoutMs = code.timeoutSeconds * 1000
  const webhook = createWebhookSender({ ...code.webhook, timeoutMs, now })
  const isSmtp = code.channels.includes('email') && code.emailSender === 'smtp'
  // Imported here, because most services do not send e-mails.
  const smtp = isSmtp ? await import('./smtp-sender.ts') : undefined
  const email = smtp ? await smtp.createSmtpSender({ ...code.smtp, name, timeoutMs }) : webhook
  return {
    send: (message, signal) => (message.channel === 'email' ? email : webhook).send(message, signal),
    async close() {
      await email.close?.()
    },
  }
}
