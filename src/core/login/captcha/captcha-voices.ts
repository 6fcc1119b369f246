import { readFile } from 'node:fs/promises'
import { packageFile } from '../../../platform/runtime/package-files.ts'

/** The recordings of the spoken captchas, copied by the build. */
const VOICES_FILE = 'dist/core/login/captcha/captcha-voices.bin'
export const VOICES_SAMPLE_RATE = 8000

/** The first line of the file. The bytes of the recordings follow in the same order. */
export interface VoicesIndex {
  readonly sampleRate: number
  readonly samples: readonly { readonly voice: number; readonly character: string; readonly length: number }[]
}

/** A recording of about half a second: 8 bits per sample. */
export type Sample = Int8Array

/** What one voice says for each character: the name of the character, then a word for it. */
export type Voice = ReadonlyMap<string, readonly Sample[]>

/**
 * Reads the recordings of all voices.
 *
 * @example
 * const [voice] = await loadVoices()
 * voice?.get('C') // the recordings of “C” and “Charlie”
 */
export async function loadVoices(): Promise<readonly Voice[]> {
  const file = await readFile(packageFile(VOICES_FILE))
  const endOfIndex = file.indexOf('\n')
  const index: VoicesIndex = JSON.parse(file.toString('utf8', 0, endOfIndex))
  const voices: Map<string, Sample[]>[] = []
  let offset = file.byteOffset + endOfIndex + 1
  for (const { voice, character, length } of index.samples) {
    voices[voice] ??= new Map()
    const recordings = voices[voice].get(character) ?? []
    voices[voice].set(character, [...recordings, new Int8Array(file.buffer, offset, length)])
    offset += length
  }
  return voices
}
