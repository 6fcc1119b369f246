import { randomInt, timingSafeEqual } from 'node:crypto'
import type { AppLoginMethod } from 'castellan'

const { SMS_GATEWAY = 'https://sms.example.com/send' } = process.env
const MINUTE_MS = 60_000
const LIFETIME_MS = 5 * MINUTE_MS
const MAX_ATTEMPTS = 3

/** Who has which phone. In real life a table of the app. */
const usernames = new Map([['+4915112345678', 'admin']])

/** The codes that were sent. With several nodes, a table or Redis. */
const sentCodes = new Map<string, { code: string; sentAt: number; attempts: number }>()

const phone = { type: 'string', pattern: '^\\+\\d{6,15}$' }

export const sms: AppLoginMethod<{ phone: string; code: string }> = {
  name: 'sms',
  label: 'SMS',
  fields: {
    type: 'object',
    required: ['phone', 'code'],
    properties: { phone, code: { type: 'string', pattern: '^\\d{6}$' } },
  },
  // A program could try a million codes. The captcha cannot be left out, and failures are counted for the phone number.
  guessable: true,
  throttleKey: ({ phone }) => phone,
  async verify({ phone, code }) {
    const sent = sentCodes.get(phone)
    if (!sent || Date.now() > sent.sentAt + LIFETIME_MS || ++sent.attempts > MAX_ATTEMPTS) return undefined
    if (!timingSafeEqual(Buffer.from(sent.code), Buffer.from(code))) return undefined
    // A code is valid once.
    sentCodes.delete(phone)
    const username = usernames.get(phone)
    return username === undefined ? undefined : { username }
  },
}

/** Sends a code, at most once a minute. Only users get one, so that nobody can spend money on other numbers. */
export async function sendCode(phone: string): Promise<void> {
  const earlier = sentCodes.get(phone)
  if (!usernames.has(phone) || (earlier && Date.now() < earlier.sentAt + MINUTE_MS)) return
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  sentCodes.set(phone, { code, sentAt: Date.now(), attempts: 0 })
  await fetch(SMS_GATEWAY, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to: phone, text: `${code} is your code. Tell it to nobody.` }),
    signal: AbortSignal.timeout(10_000),
  })
}
