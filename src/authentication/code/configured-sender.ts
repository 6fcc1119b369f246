import { type LoginCodeSettings, problemsOfCodeSenders } from '../../settings/login-code.ts'
import { SettingsError } from '../../settings/settings-error.ts'
import type { CodeSender } from './code-sender.ts'
import { createWebhookSender } from './webhook-sender.ts'

export interface ConfiguredSenderOptions {
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
  const email = isSmtp ? await openSmtp(code, name, timeoutMs) : webhook
  return {
    send: (message, signal) => (message.channel === 'email' ? email : webhook).send(message, signal),
    async close() {
      await email.close?.()
    },
  }
}

async function openSmtp({ smtp }: LoginCodeSettings, name: string, timeoutMs: number): Promise<CodeSender> {
  // Imported here, because most services do not send e-mails.
  const { createSmtpSender } = await import('./smtp-sender.ts')
  const { host, port, tls, caFile, username, password, from } = smtp
  return createSmtpSender({ host, port, tls, caFile, username, password, from, name, timeoutMs })
}
