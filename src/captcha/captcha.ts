import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { Refusal } from '../refusal.ts'
import type { ShortLivedStore } from '../short-lived/short-lived-store.ts'
import { normaliseCaptchaText } from './captcha-text.ts'

export interface IssuedCaptcha {
  readonly id: string
  /** The picture, as a data URL. */
  readonly image: string
}

export interface Captcha {
  issue(): Promise<IssuedCaptcha>
  /** Resolves where the code is the captcha's text, else refuses. Either way the captcha is spent. */
  verify(uuid: string, code: string): Promise<void>
}

export interface CaptchaOptions {
  readonly store: ShortLivedStore
  readonly lifetimeSeconds: number
  readonly randomText: () => string
  readonly paint: (text: string) => Promise<string>
  /** Whoever reads the store must not be able to work the texts out: they are kept under a key. */
  readonly secret: string
}

export function createCaptcha({
  store,
  lifetimeSeconds,
  randomText,
  paint,
  secret,
}: CaptchaOptions): Captcha {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'castellan captcha', 32))
  const sealed = (id: string, text: string): string =>
    createHmac('sha256', key)
      .update(`${id}:${normaliseCaptchaText(text)}`)
      .digest('base64url')

  /** Nobody will answer what nobody has seen. Where even that fails, its time ends it. */
  const makeRoom = async (id: string, problem: unknown): Promise<never> => {
    await store.take(id).catch(() => {})
    throw problem
  }

  return {
    async issue() {
      const id = randomBytes(16).toString('base64url')
      const text = randomText()
      // Before it is painted: whoever asks for more than there is room for costs no picture.
      const kept = await store.put(id, sealed(id, text), lifetimeSeconds)
      if (!kept) throw new Refusal('rate-limited', { retryAfterSeconds: lifetimeSeconds })
      return { id, image: await paint(text).catch((problem: unknown) => makeRoom(id, problem)) }
    },

    async verify(uuid, code) {
      // Taken, not read: a captcha is good for one attempt.
      const expected = await store.take(uuid)
      if (expected === undefined || !isSame(expected, sealed(uuid, code))) throw new Refusal('captcha-wrong')
    },
  }
}

function isSame(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}
