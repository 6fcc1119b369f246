import { type CaptchaQueue, createCaptchaQueue } from './captcha-queue.ts'
import { randomFraction } from './random.ts'

/** A drawn picture that is encoded outside the event loop, such as a canvas. */
interface Drawing {
  encode(format: 'jpeg', quality: number): Promise<Buffer>
}

interface CaptchaImagesOptions {
  /** How many pictures may be requested at once. Further requests are refused. */
  readonly maxPending?: number
  /** How many pictures are drawn and encoded at the same time. */
  readonly concurrency?: number
  readonly draw?: (text: string) => Drawing | Promise<Drawing>
}

export const CAPTCHA_JPEG_QUALITY = 70

/**
 * Creates captcha pictures. Drawing takes less than a millisecond; encoding, which takes longer, runs in Node's thread pool.
 * The concurrency limit leaves threads of the pool to other work.
 *
 * @example
 * const images = createCaptchaImages()
 * await images.create('EH3XA') // 'data:image/jpeg;base64,/9j/4AA…'
 * await images.close()
 */
export function createCaptchaImages({
  maxPending = 256,
  concurrency = 2,
  draw = drawOnCanvas,
}: CaptchaImagesOptions = {}): CaptchaQueue {
  return createCaptchaQueue({
    maxPending,
    concurrency,
    async render(text) {
      const picture = await (await draw(text)).encode('jpeg', CAPTCHA_JPEG_QUALITY)
      return `data:image/jpeg;base64,${picture.toString('base64')}`
    },
  })
}

/** The drawing library and the fonts are loaded with the first picture, because they would slow down every start. */
async function drawOnCanvas(text: string): Promise<Drawing> {
  const { drawCaptcha } = await import('./captcha-drawing.ts')
  return drawCaptcha(text, randomFraction)
}
