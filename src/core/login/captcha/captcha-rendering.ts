import { randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import { createConcurrencyLimit } from '../../../platform/runtime/concurrency-limit.ts'
import { randomFraction } from './random.ts'

interface QueueOptions {
  /** How many captchas are created at the same time. */
  readonly concurrency: number
  /** How many captchas may wait. Further requests are refused. */
  readonly maxWaiting: number
}

/** A drawn picture that is encoded outside the event loop, such as a canvas. */
interface Drawing {
  encode(format: 'jpeg', quality: number): Promise<Buffer>
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
  concurrency = 2,
  maxWaiting = 254,
  draw = drawOnCanvas,
}: Partial<QueueOptions> & { readonly draw?: (text: string) => Drawing | Promise<Drawing> } = {}) {
  return createQueue({ concurrency, maxWaiting }, async (text) => {
    const picture = await (await draw(text)).encode('jpeg', CAPTCHA_JPEG_QUALITY)
    return `data:image/jpeg;base64,${picture.toString('base64')}`
  })
}

/**
 * Creates spoken captchas. Mixing runs in the event loop in short steps, one recording at a time, so that other requests are
 * handled between the steps.
 *
 * @example
 * const audio = createCaptchaAudio()
 * await audio.create('EH3XA') // 'data:audio/wav;base64,UklGR…'
 * await audio.close()
 */
export function createCaptchaAudio({
  maxWaiting = 63,
  speak = speakWithNoise,
}: Partial<Pick<QueueOptions, 'maxWaiting'>> & { readonly speak?: (text: string) => Promise<Buffer> } = {}) {
  return createQueue(
    { concurrency: 1, maxWaiting },
    async (text) => `data:audio/wav;base64,${(await speak(text)).toString('base64')}`,
  )
}

/** Limits how many captchas are created at the same time and how many wait. */
function createQueue(options: QueueOptions, render: (text: string) => Promise<string>) {
  const limited = createConcurrencyLimit(options)
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

/** The drawing library and the fonts are loaded with the first picture, because they would slow down every start. */
async function drawOnCanvas(text: string): Promise<Drawing> {
  const { drawCaptcha } = await import('./captcha-drawing.ts')
  return drawCaptcha(text, randomFraction)
}

type Recordings = ReturnType<typeof loadRecordings>
let recordings: Recordings | undefined

/** The voices are read with the first spoken captcha and stay in memory. A failed attempt is repeated by the next one. */
async function loadRecordings() {
  const [{ mixCaptcha }, { loadVoices, VOICES_SAMPLE_RATE }, { encodeWav }] = await Promise.all([
    import('./captcha-mixing.ts'),
    import('./captcha-voices.ts'),
    import('./wav.ts'),
  ])
  return { mixCaptcha, encodeWav, voices: await loadVoices(), sampleRate: VOICES_SAMPLE_RATE }
}

async function speakWithNoise(text: string): Promise<Buffer> {
  recordings ??= loadRecordings().catch((error) => {
    recordings = undefined
    throw error
  })
  const { mixCaptcha, encodeWav, voices, sampleRate } = await recordings
  const steps = mixCaptcha({ text, voices, random: randomFraction, randomBytes: randomSamples })
  for (;;) {
    const step = steps.next()
    if (step.done) return encodeWav(step.value, sampleRate)
    await setImmediate()
  }
}

function randomSamples(length: number): Int8Array {
  const { buffer, byteOffset } = randomBytes(length)
  return new Int8Array(buffer, byteOffset, length)
}
