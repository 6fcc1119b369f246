import type { ChildProcess } from 'node:child_process'
import { Refusal } from '../refusal.ts'
import { createPainter, type Painter, startPainter } from './captcha-image-painter.ts'

export interface CaptchaImages {
  /** The text as a picture, as a data URL. */
  paint(text: string): Promise<string>
  /** Finishes the pictures under way and ends the painter. */
  close(): Promise<void>
}

export interface CaptchaImagesOptions {
  /** How many pictures may be under way; whoever asks for one more is refused. */
  readonly limit?: number
  /** How long the painter stays without work. */
  readonly idleSeconds?: number
  readonly start?: () => ChildProcess
}

/**
 * Paints captchas in a process of their own, started by the first picture and ended after a while without work.
 *
 * A process and not a thread: a thread that has drawn once leaves 50 MiB behind when it ends, and a fault in the
 * drawing library would end the service with it.
 *
 * @example
 * const images = createCaptchaImages()
 * await images.paint('EH3XA') // 'data:image/png;base64,iVBORw0…'
 * await images.close()
 */
export function createCaptchaImages({
  limit = 256,
  idleSeconds = 60,
  start = startPainter,
}: CaptchaImagesOptions = {}): CaptchaImages {
  let painter: Painter | undefined
  let closed = false

  function hire(): Painter {
    const hired = createPainter({
      start,
      idleSeconds,
      onGone() {
        if (painter === hired) painter = undefined
      },
    })
    return hired
  }

  return {
    async paint(text) {
      if (closed) throw new Refusal('unavailable')
      painter ??= hire()
      if (painter.underWay >= limit) throw new Refusal('rate-limited', { retryAfterSeconds: 1 })
      // The next request starts another painter: the service is not at fault for good.
      return painter.paint(text).catch((cause: unknown) => {
        throw new Refusal('unavailable', {}, { cause })
      })
    },

    async close() {
      closed = true
      await painter?.finish()
    },
  }
}
