import { describe, expect, test } from 'vitest'
import { mixCaptcha } from './captcha-mixing.ts'
import { CAPTCHA_ALPHABET } from './captcha-text.ts'
import { loadVoices, VOICES_SAMPLE_RATE } from './captcha-voices.ts'
import type { Random } from './random.ts'

const CLEAN = { babble: 0, noise: 0, echo: 0 }
const MAX_SECONDS = 16

const voices = await loadVoices()

/** Returns the same sequence of numbers for the same seed (a linear congruential generator). */
function randomFrom(seed: number): Random {
  let state = seed * 7919
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

function mix(text: string, random: Random, interference?: typeof CLEAN): Float32Array {
  const noise = randomFrom(99)
  const steps = mixCaptcha({
    text,
    voices,
    random,
    randomBytes: (length) => Int8Array.from({ length }, () => noise() * 256 - 128),
    ...(interference ? { interference } : {}),
  })
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

function loudnessOf(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, value) => sum + value ** 2, 0) / samples.length)
}

describe('the voices', () => {
  test('there are several, and each one speaks every character of the alphabet: its name and a word', () => {
    expect(voices.length).toBeGreaterThanOrEqual(5)
    for (const voice of voices) {
      expect([...voice.keys()].sort()).toEqual([...CAPTCHA_ALPHABET].sort())
      for (const recordings of voice.values()) {
        expect(recordings).toHaveLength(2)
        for (const { length } of recordings) {
          expect(length).toBeGreaterThan(0.1 * VOICES_SAMPLE_RATE)
          expect(length).toBeLessThan(1.2 * VOICES_SAMPLE_RATE)
        }
      }
    }
  })

  test('they are recordings with the full amplitude and without silence at the ends', () => {
    for (const recording of voices.flatMap((voice) => [...voice.values()].flat())) {
      expect(recording.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0)).toBe(127)
      expect(recording[0]).not.toBe(0)
      expect(recording.at(-1)).not.toBe(0)
    }
  })
})

describe('a spoken captcha', () => {
  test('has a bounded length, also with extreme random numbers', () => {
    for (const random of [() => 0, () => 0.5, () => 1 - 2 ** -32, randomFrom(1)]) {
      for (const text of ['EH3XA', '99999', 'AAAAA']) {
        const { length } = mix(text, random)
        expect(length).toBeGreaterThan(3 * VOICES_SAMPLE_RATE)
        expect(length).toBeLessThan(MAX_SECONDS * VOICES_SAMPLE_RATE)
      }
    }
  })

  test('is the same for the same text and the same random numbers, and different otherwise', () => {
    expect(mix('EH3XA', randomFrom(1))).toEqual(mix('EH3XA', randomFrom(1)))
    expect(mix('EH3XA', randomFrom(1))).not.toEqual(mix('EH3XA', randomFrom(2)))
    expect(mix('EH3XA', randomFrom(1))).not.toEqual(mix('EH3XC', randomFrom(1)))
  })

  test('has no silence between the characters, unlike the voices alone', () => {
    const window = VOICES_SAMPLE_RATE / 10
    const quietest = (samples: Float32Array): number =>
      Math.min(
        ...Array.from({ length: Math.floor(samples.length / window) }, (_, number) =>
          loudnessOf(samples.subarray(number * window, (number + 1) * window)),
        ),
      )
    for (const seed of [1, 2, 3]) {
      expect(quietest(mix('EH3XA', randomFrom(seed), CLEAN))).toBe(0)
      expect(quietest(mix('EH3XA', randomFrom(seed)))).toBeGreaterThan(0.1)
    }
  })

  test('letter case is ignored, and a character without a recording is an error that does not name it', () => {
    expect(mix('eh3xa', randomFrom(1))).toEqual(mix('EH3XA', randomFrom(1)))
    expect(() => mix('AAAA4', randomFrom(1))).toThrow(/^A captcha has a character that no voice speaks.$/)
  })
})
