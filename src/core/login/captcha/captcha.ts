import { createHmac, randomBytes } from 'node:crypto'
import type { ShortLivedStore } from '../../../platform/cluster/short-lived/short-lived-store.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import { isSameText } from '../../../platform/text/constant-time.ts'
import { deriveKey } from '../../../platform/text/derived-key.ts'
import { normaliseCaptchaText } from './captcha-text.ts'

/** A picture, or the same kind of text spoken, for people who cannot see it. */
export const CAPTCHA_FORMS = ['image', 'audio'] as const
type CaptchaForm = (typeof CAPTCHA_FORMS)[number]

export type Captcha = ReturnType<typeof createCaptcha>

interface CaptchaOptions {
  readonly store: ShortLivedStore
  readonly lifetimeSeconds: number
  readonly randomText: () => string
  /** How a text becomes a data URL. */
  readonly render: Readonly<Record<CaptchaForm, (text: string) => Promise<string>>>
  /** The store holds only keyed hashes of the texts, so that a reader of the store cannot recover them. */
  readonly secret: string
}

/**
 * Creates the captcha check: `issue` returns a picture or a recording and stores a keyed hash of its text, `verify`
 * compares once.
 *
 * @example
 * const captcha = createCaptcha({ store, lifetimeSeconds: 120, randomText: randomCaptchaText, render, secret })
 * const { id, data } = await captcha.issue('audio')
 * await captcha.verify(id, 'EH3XA')
 */
export function createCaptcha({ store, lifetimeSeconds, randomText, render, secret }: CaptchaOptions) {
  const key = deriveKey(secret, 'captcha')
  const hashOf = (id: string, text: string): string =>
    createHmac('sha256', key)
      .update(`${id}:${normaliseCaptchaText(text)}`)
      .digest('base64url')

  return {
    /** Creates a captcha in one form, as a data URL. No captcha has two forms, so that a program cannot combine them. */
    async issue(form: CaptchaForm = 'image') {
      const id = randomBytes(16).toString('base64url')
      const text = randomText()
      // Stored before it is drawn or spoken: a request beyond the limit must cost neither.
      const isStored = await store.put(id, hashOf(id, text), lifetimeSeconds)
      if (!isStored) throw new Refusal('rate-limited', { retryAfterSeconds: lifetimeSeconds })
      try {
        return { id, data: await render[form](text) }
      } catch (error) {
        // Nobody got the captcha, so its entry only takes space. If the removal fails too, the entry expires.
        await store.take(id).catch(() => {})
        throw error
      }
    },

    /** Throws unless the code is the text of the captcha. The captcha is consumed in either case. */
    async verify(uuid: string, code: string): Promise<void> {
      // Removed on read: a captcha is valid for one attempt.
      const expected = await store.take(uuid)
      if (expected === undefined || !isSameText(expected, hashOf(uuid, code)))
        throw new Refusal('captcha-wrong')
    },
  }
}
