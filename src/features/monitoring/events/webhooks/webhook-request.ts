import { createHmac, randomBytes } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { type Event, eventText, severityOf } from '../../../../core/events/event.ts'
import { secretBytes, type WebhookSetting } from '../webhook.ts'

/** What is sent to a webhook. */
interface WebhookMessage {
  /** Stays the same when the message is sent again, so that a receiver can recognize a message that it has. */
  readonly id: string
  /** The JSON text. */
  readonly body: string
}

/** The outcome of a request: `reason` is set if it failed. */
export interface WebhookOutcome {
  readonly status?: number | undefined
  readonly reason?: string | undefined
}

/**
 * Returns the signed request for an event.
 *
 * @example
 * signWebhookRequest(event, { secret: 'whsec_…', timeSeconds: Math.floor(Date.now() / 1000) })
 */
export function signWebhookRequest(
  event: Event,
  signing: { secret: string; timeSeconds: number },
): ReturnType<typeof signMessage> {
  return signMessage(messageOf(event), signing)
}

function messageOf({ id, kind, severity, time, text, fields }: Event): WebhookMessage {
  // A test event has no id, but must not look like one that the receiver has already got.
  const messageId = id === 0 ? `evt_test_${randomBytes(8).toString('hex')}` : `evt_${id}`
  const body = JSON.stringify({ type: kind, timestamp: time, data: { id, severity, text, fields } })
  return { id: messageId, body }
}

/** Returns what a webhook gets, in the format of Standard Webhooks. */
function signMessage(
  { id, body }: WebhookMessage,
  { secret, timeSeconds }: { secret: string; timeSeconds: number },
) {
  const key = secretBytes(secret)
  if (key === undefined)
    throw new Error('the secret of the webhook is not in the format of Standard Webhooks')
  const signature = createHmac('sha256', key).update(`${id}.${timeSeconds}.${body}`).digest('base64')
  return {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'castellan',
      'webhook-id': id,
      'webhook-timestamp': String(timeSeconds),
      'webhook-signature': `v1,${signature}`,
    },
    body,
  }
}

/** Returns the event by which an operator tests a webhook. */
export function createTestEvent(now: number): Event {
  return {
    id: 0,
    kind: 'test',
    severity: severityOf('test'),
    time: new Date(now).toISOString(),
    text: eventText('test', {}),
    fields: {},
  }
}

/** Maximum time for the response of a webhook. */
export const WEBHOOK_TIMEOUT_MS = 10_000

interface SendOptions {
  readonly timeoutMs?: number
  readonly now: () => number
  /** Ends a request early, at shutdown. */
  readonly signal?: AbortSignal | undefined
}

/** Sends an event to a webhook. Never rejects. */
export function sendToWebhook(
  webhook: Pick<WebhookSetting, 'url' | 'secret'>,
  event: Event,
  options: SendOptions,
): Promise<WebhookOutcome> {
  return sendMessage(webhook, messageOf(event), options)
}

/** Sends a signed message. Only a status from 200 to 299 is a success; redirects are not followed. Never rejects. */
export async function sendMessage(
  { url, secret }: Pick<WebhookSetting, 'url' | 'secret'>,
  message: WebhookMessage,
  { timeoutMs = WEBHOOK_TIMEOUT_MS, now, signal }: SendOptions,
): Promise<WebhookOutcome> {
  const { headers, body } = signMessage(message, { secret, timeSeconds: Math.floor(now() / 1000) })
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const status = await post(new URL(url), headers, body, AbortSignal.any([timeout, signal ?? timeout]))
    return status >= 200 && status < 300 ? { status } : { status, reason: reasonOfStatus(status) }
  } catch (error) {
    return { reason: timeout.aborted ? `no response within ${timeoutMs / 1000} s` : reasonOf(error) }
  }
}

/** Resolves to the status of the response. The body is not read: it has no meaning, and may have no end. */
function post(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
): Promise<number> {
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const length = { 'content-length': Buffer.byteLength(body) }
    const request = send(
      url,
      { method: 'POST', headers: { ...headers, ...length }, agent: false, signal },
      (response) => {
        resolve(response.statusCode ?? 0)
        response.destroy()
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

function reasonOfStatus(status: number): string {
  return status >= 300 && status < 400 ? `status ${status}: redirects are not followed` : `status ${status}`
}

/** Returns the code of a network error, such as ECONNREFUSED. Its message may contain the URL. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code === '' ? 'the request failed' : code
}
