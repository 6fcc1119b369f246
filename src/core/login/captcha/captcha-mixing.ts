import { type Sample, VOICES_SAMPLE_RATE, type Voice } from './captcha-voices.ts'
import { between, type Random } from './random.ts'

/** Loudness relative to the spoken characters, as an amplitude: 1 is equally loud. */
export interface Interference {
  /** Reversed speech, as several voices. */
  readonly babble: number
  readonly noise: number
  readonly echo: number
}

export interface MixOptions {
  readonly text: string
  readonly voices: readonly Voice[]
  readonly random: Random
  /** Returns this many random bytes, for the noise. */
  readonly randomBytes: (length: number) => Int8Array
  readonly interference?: Interference
}

export const DEFAULT_INTERFERENCE: Interference = { babble: 0.6, noise: 0.3, echo: 0.3 }

const BABBLE_VOICES = 3
const MIN_SPEED = 0.88
const MAX_SPEED = 1.14
/** How far the speed varies within a recording. */
const MAX_WOBBLE = 0.06
/** In samples of the mix. */
const WOBBLE_INTERVAL = 32
const MIN_GAIN = 0.85
const MAX_GAIN = 1.2

/** A recording with its place in the mix. */
interface Placed {
  readonly sample: Sample
  /** In samples of the mix. */
  readonly start: number
  readonly speed: number
  readonly gain: number
}

/**
 * Speaks a text so that people can understand it and common speech recognition cannot: each character in another voice, speed and
 * pitch, over an echo, reversed speech and noise. The parts are mixed one after the other, so that the caller can pause
 * between them. See docs/decisions/0045-spoken-captchas.md.
 *
 * @example
 * const steps = mixCaptcha({ text: 'EH3XA', voices, random, randomBytes })
 * let step = steps.next()
 * while (!step.done) step = steps.next()
 * step.value // 8000 samples per second
 */
export function* mixCaptcha(options: MixOptions): Generator<void, Float32Array> {
  const { text, voices, random, randomBytes, interference = DEFAULT_INTERFERENCE } = options
  const { speech, length } = placeSpeech(text, voices, random)
  const mix = new Float32Array(length)
  for (const placed of speech) {
    addSample(mix, placed, random)
    yield
  }
  addEcho(mix, interference.echo, random)
  yield
  for (let voice = 0; voice < BABBLE_VOICES; voice++) {
    const loudness = interference.babble / Math.sqrt(BABBLE_VOICES)
    for (const placed of placeBabble(length, voices, random)) {
      addSample(mix, { ...placed, gain: placed.gain * loudness }, random)
      yield
    }
  }
  addNoise(mix, randomBytes(length), interference.noise, random)
  return mix
}

/** Places the name of each character and the word for it, with pauses, and silence at both ends. */
function placeSpeech(text: string, voices: readonly Voice[], random: Random) {
  const speech: Placed[] = []
  let end = seconds(between(random, 0.3, 0.8))
  let previous: Voice | undefined
  for (const character of text.toUpperCase()) {
    const voice = pick(
      voices.filter((other) => other !== previous),
      random,
    )
    const recordings = voice.get(character)
    if (!recordings) throw new Error('A captcha has a character that no voice speaks.')
    const speed = between(random, MIN_SPEED, MAX_SPEED)
    for (const sample of recordings) {
      speech.push({ sample, start: end, speed, gain: between(random, MIN_GAIN, MAX_GAIN) })
      end += Math.ceil(sample.length / speed) + seconds(between(random, 0.08, 0.2))
    }
    end += seconds(between(random, 0.1, 0.4))
    previous = voice
  }
  return { speech, length: end + seconds(between(random, 0.1, 0.5)) }
}

/** Places reversed recordings one after the other, from before the beginning to after the end. */
function* placeBabble(length: number, voices: readonly Voice[], random: Random): Generator<Placed> {
  for (let end = -seconds(random()); end < length; ) {
    const recordings = pick([...pick(voices, random).values()], random)
    const sample = pick(recordings, random).toReversed()
    const speed = between(random, MIN_SPEED, MAX_SPEED)
    yield { sample, start: end, speed, gain: between(random, MIN_GAIN, MAX_GAIN) }
    end += Math.ceil(sample.length / speed) - seconds(between(random, 0, 0.1))
  }
}

/** Adds a recording, whose loudness is 1 before the gain. Its speed and pitch vary a little around the given speed. */
function addSample(mix: Float32Array, { sample, start, speed, gain }: Placed, random: Random): void {
  const scale = gain / loudnessOf(sample)
  const wobble = between(random, 0, MAX_WOBBLE)
  const phase = between(random, 0, 2 * Math.PI)
  const step = (2 * Math.PI) / seconds(between(random, 0.25, 0.6))
  let position = 0
  let pace = speed
  for (let at = start; position < sample.length - 1; at++) {
    // Often enough to be smooth, and not for every sample because of its cost.
    if (at % WOBBLE_INTERVAL === 0) pace = speed * (1 + wobble * Math.sin(phase + at * step))
    if (at >= 0 && at < mix.length) {
      const before = Math.floor(position)
      const value = sample[before] ?? 0
      mix[at] = (mix[at] ?? 0) + (value + ((sample[before + 1] ?? 0) - value) * (position - before)) * scale
    }
    position += pace
  }
}

function addEcho(mix: Float32Array, loudness: number, random: Random): void {
  const delay = seconds(between(random, 0.03, 0.08))
  const share = loudness * between(random, 0.7, 1)
  for (let at = delay; at < mix.length; at++) mix[at] = (mix[at] ?? 0) + (mix[at - delay] ?? 0) * share
}

/** Adds noise whose loudness and color change. */
function addNoise(mix: Float32Array, bytes: Int8Array, loudness: number, random: Random): void {
  const scale = loudness / loudnessOf(bytes)
  const phase = between(random, 0, 2 * Math.PI)
  const step = (2 * Math.PI) / seconds(between(random, 0.7, 1.5))
  const color = between(random, 0, 0.7)
  let low = 0
  let level = scale
  for (let at = 0; at < mix.length; at++) {
    if (at % WOBBLE_INTERVAL === 0) level = scale * (1 + 0.5 * Math.sin(phase + at * step))
    low += ((bytes[at] ?? 0) - low) * (1 - color)
    mix[at] = (mix[at] ?? 0) + low * level
  }
}

/** Returns the root mean square. */
function loudnessOf(sample: Sample): number {
  let sum = 0
  for (let at = 0; at < sample.length; at++) sum += (sample[at] ?? 0) ** 2
  return Math.sqrt(sum / sample.length)
}

function seconds(duration: number): number {
  return Math.round(duration * VOICES_SAMPLE_RATE)
}

function pick<T>(items: readonly T[], random: Random): T {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('There is nothing to pick from.')
  return item
}
