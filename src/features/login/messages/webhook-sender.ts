import { randomBytes } from 'node:crypto'
import { sendMessage } from '../../monitoring/events/webhooks/webhook-request.ts'
import { CodeNotSent, type CodeSender } from './message-sender.ts'

interface WebhookSenderOptions {
  readonly url: string
  readonly secret: string
  readonly timeoutMs: number
  readonly now: () => number
}

/**
 * Creates the sender that calls a webhook, for SMS gateways. The request is signed like those of events, in the format of
 * Standard Webhooks. It is not repeated: a code that arrives late has expired, and the user can request another one.
 */
export function createWebhookSender({ url, secret, timeoutMs, now }: WebhookSenderOptions): CodeSender {
  return {
    async send({ kind, channel, to, code, link, minutes, language, subject, text }, signal) {
      const id = `code_${randomBytes(16).toString('hex')}`
      const message = { channel, to, minutes, language, subject, text }
      const type = kind === 'code' ? 'login.code' : `password.${kind}`
      const data = { ...message, ...(kind === 'code' ? { code } : { link }) }
      const body = JSON.stringify({ type, timestamp: new Date(now()).toISOString(), data })
      const { reason } = await sendMessage({ url, secret }, { id, body }, { timeoutMs, now, signal })
      if (reason !== undefined)
        throw new CodeNotSent(`the webhook of login.code did not accept it: ${reason}`)
    },
  }
}
