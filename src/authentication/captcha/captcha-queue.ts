import { Refusal } from '../../foundation/refusal/refusal.ts'

export interface CaptchaQueue {
  /** Returns the text as a data URL. */
  create(text: string): Promise<string>
  /** Waits for the captchas that are being created and refuses new ones. */
  close(): Promise<void>
}

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
export function createCaptchaQueue({ maxPending, concurrency, render }: CaptchaQueueOptions): CaptchaQueue {
  const pending = new Set<Promise<string>>()
  const waiting: (() => void)[] = []
  let running = 0
  let closed = false

  async function createWithinLimit(text: string): Promise<string> {
    if (running >= concurrency) await new Promise<void>((start) => waiting.push(start))
    else running++
    try {
      return await render(text)
    } catch (cause) {
      throw new Refusal('unavailable', {}, { cause })
    } finally {
      // The next request takes over this place, so `running` changes only when nobody waits.
      const startNext = waiting.shift()
      if (startNext) startNext()
      else running--
    }
  }

  return {
    async create(text) {
      if (closed) throw new Refusal('unavailable')
      if (pending.size >= maxPending) throw new Refusal('rate-limited', { retryAfterSeconds: 1 })
      const captcha = createWithinLimit(text)
      pending.add(captcha)
      try {
        return await captcha
      } finally {
        pending.delete(captcha)
      }
    },

    async close() {
      closed = true
      await Promise.allSettled(pending)
    },
  }
}
