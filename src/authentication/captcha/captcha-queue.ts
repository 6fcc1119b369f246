import { Refusal } from '../../foundation/refusal/refusal.ts'
import { createConcurrencyLimit } from '../../foundation/runtime/concurrency-limit.ts'

export type CaptchaQueue = ReturnType<typeof createCaptchaQueue>

interface CaptchaQueueOptions {
  /** How many captchas may be requested at once. Further requests are refused. */
  readonly maxPending: number
  /** How many captchas are created at the same time. */
  readonly concurrency: number
  readonly render: (text: string) => Promise<string>
}

/**
 * Limits how many captchas are created at the same time and how many wait.
 *
 * @example
 * const queue = createCaptchaQueue({ maxPending: 256, concurrency: 2, render })
 * await queue.create('EH3XA') // 'data:image/jpeg;base64,/9j/4AA…'
 */
export function createCaptchaQueue({ maxPending, concurrency, render }: CaptchaQueueOptions) {
  const limited = createConcurrencyLimit({ concurrency, maxWaiting: maxPending - concurrency })
  const pending = new Set<Promise<string>>()
  let closed = false

  async function renderOrRefuse(text: string): Promise<string> {
    try {
      return await render(text)
    } catch (cause) {
      throw new Refusal('unavailable', {}, { cause })
    }
  }

  return {
    /** Returns the text as a data URL. */
    async create(text: string): Promise<string> {
      if (closed) throw new Refusal('unavailable')
      const captcha = limited(() => renderOrRefuse(text))
      pending.add(captcha)
      return captcha.finally(() => pending.delete(captcha))
    },

    /** Waits for the captchas that are being created and refuses new ones. */
    async close(): Promise<void> {
      closed = true
      await Promise.allSettled(pending)
    },
  }
}
