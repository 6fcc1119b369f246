import { randomInt } from 'node:crypto'
import { Refusal } from '../refusal.ts'

/** A drawn picture that is encoded outside the event loop, such as a canvas. */
export interface Drawing {
  encode(format: 'png'): Promise<Buffer>
}

export interface CaptchaImages {
  /** Returns a picture of the text as a data URL. */
  create(text: string): Promise<string>
  /** Waits for the pictures that are being created and refuses new ones. */
  close(): Promise<void>
}

export interface CaptchaImagesOptions {
  /** How many pictures may be requested at once. Further requests are refused. */
  readonly maxPending?: number
  /** How many pictures are drawn and encoded at the same time. */
  readonly concurrency?: number
  readonly draw?: (text: string) => Drawing | Promise<Drawing>
}

const RANDOM_STEPS = 2 ** 32

/**
 * Creates captcha pictures. Drawing takes one to two milliseconds; encoding, which takes longer, runs in Node's thread pool.
 * The concurrency limit leaves threads of the pool to other work.
 *
 * @example
 * const images = createCaptchaImages()
 * await images.create('EH3XA') // 'data:image/png;base64,iVBORw0…'
 * await images.close()
 */
export function createCaptchaImages({
  maxPending = 256,
  concurrency = 2,
  draw = drawOnCanvas,
}: CaptchaImagesOptions = {}): CaptchaImages {
  const pending = new Set<Promise<string>>()
  const waiting: (() => void)[] = []
  let running = 0
  let closed = false

  async function createWithinLimit(text: string): Promise<string> {
    if (running >= concurrency) await new Promise<void>((start) => waiting.push(start))
    else running++
    try {
      const picture = await (await draw(text)).encode('png')
      return `data:image/png;base64,${picture.toString('base64')}`
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
      const picture = createWithinLimit(text)
      pending.add(picture)
      try {
        return await picture
      } finally {
        pending.delete(picture)
      }
    },

    async close() {
      closed = true
      await Promise.allSettled(pending)
    },
  }
}

/** The drawing library and the fonts are loaded with the first picture, because they would slow down every start. */
async function drawOnCanvas(text: string): Promise<Drawing> {
  const { drawCaptcha } = await import('./captcha-drawing.ts')
  return drawCaptcha(text, () => randomInt(RANDOM_STEPS) / RANDOM_STEPS)
}
