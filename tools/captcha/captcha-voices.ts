/**
 * Creates the voice samples of the spoken captchas with espeak-ng (Debian package `espeak-ng`).
 *
 *   npx tsx tools/captcha/captcha-voices.ts
 *
 * All samples are in one file: a line of JSON that lists them, then their bytes, 8 bits per sample (signed), 8 kHz, mono.
 */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { VOICES_SAMPLE_RATE, type VoicesIndex } from '../../src/core/login/captcha/captcha-voices.ts'
import { SPOKEN_CHARACTERS } from './spoken-characters.ts'

const VOICES_FILE = new URL('../../src/core/login/captcha/captcha-voices.bin', import.meta.url)

interface Speaker {
  readonly voice: string
  readonly wordsPerMinute: number
  /** From 0 to 99. */
  readonly pitch: number
}

const SPEAKERS: readonly Speaker[] = [
  { voice: 'en-us+m3', wordsPerMinute: 165, pitch: 40 },
  { voice: 'en-us+f2', wordsPerMinute: 170, pitch: 50 },
  { voice: 'en-gb+m7', wordsPerMinute: 155, pitch: 55 },
  { voice: 'en-us+m1', wordsPerMinute: 180, pitch: 30 },
  { voice: 'en-gb+f4', wordsPerMinute: 165, pitch: 60 },
]
const WAV_HEADER_BYTES = 44
/** Share of the peak below which the beginning and the end of a recording count as silence. */
const SILENCE = 0.02
/** Reach of the low-pass filter of the resampling, in samples of the output. */
const FILTER_REACH = 16

const index: VoicesIndex['samples'][number][] = []
const recordings: Buffer[] = []
for (const [number, speaker] of SPEAKERS.entries()) {
  for (const [character, texts] of Object.entries(SPOKEN_CHARACTERS)) {
    for (const text of texts) {
      const recording = toBytes(trimSilence(resample(speak(text, speaker))))
      index.push({ voice: number, character, length: recording.length })
      recordings.push(recording)
    }
  }
}
const header: VoicesIndex = { sampleRate: VOICES_SAMPLE_RATE, samples: index }
writeFileSync(VOICES_FILE, Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...recordings]))

interface Recording {
  readonly sampleRate: number
  readonly samples: Float32Array
}

function speak(text: string, { voice, wordsPerMinute, pitch }: Speaker): Recording {
  const options = ['-v', voice, '-s', String(wordsPerMinute), '-p', String(pitch), '--stdout']
  const { status, stdout, error } = spawnSync('espeak-ng', [...options, text])
  if (status !== 0)
    throw new Error('espeak-ng failed. On Debian: apt-get install espeak-ng', { cause: error })
  const sampleRate = stdout.readUInt32LE(24)
  const samples = Float32Array.from({ length: (stdout.length - WAV_HEADER_BYTES) >> 1 }, (_, at) =>
    stdout.readInt16LE(WAV_HEADER_BYTES + 2 * at),
  )
  return { sampleRate, samples }
}

/** Returns the recording at the rate of the file, without the frequencies that this rate cannot represent. */
function resample({ sampleRate, samples }: Recording): Float32Array {
  const step = sampleRate / VOICES_SAMPLE_RATE
  const reach = FILTER_REACH * step
  return Float32Array.from({ length: Math.floor(samples.length / step) }, (_, at) => {
    const center = at * step
    let sum = 0
    for (let from = Math.ceil(center - reach); from <= center + reach; from++) {
      const x = (from - center) / step
      const sinc = x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)
      const window = 0.5 + 0.5 * Math.cos((Math.PI * x) / FILTER_REACH)
      sum += (samples[from] ?? 0) * sinc * window
    }
    return sum / step
  })
}

function trimSilence(samples: Float32Array): Float32Array {
  const limit = SILENCE * peakOf(samples)
  const isLoud = (value: number): boolean => Math.abs(value) > limit
  return samples.subarray(samples.findIndex(isLoud), samples.findLastIndex(isLoud) + 1)
}

function toBytes(samples: Float32Array): Buffer {
  const scale = 127 / peakOf(samples)
  return Buffer.from(Int8Array.from(samples, (value) => Math.round(value * scale)).buffer)
}

function peakOf(samples: Float32Array): number {
  return samples.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0)
}
