import { randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { type CaptchaQueue, createCaptchaQueue } from './captcha-queue.ts'
import { randomFraction } from './random.ts'

interface CaptchaAudioOptions {
  /** How many recordings may be requested at once. Further requests are refused. */
  readonly maxPending?: number
  readonly speak?: (text: string) => Promise<Buffer>
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
  maxPending = 64,
  speak = speakWithNoise,
}: CaptchaAudioOptions = {}): CaptchaQueue {
  return createCaptchaQueue({
    maxPending,
    concurrency: 1,
    render: async (text) => `data:audio/wav;base64,${(await speak(text)).toString('base64')}`,
  })
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
