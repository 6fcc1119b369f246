const HEADER_BYTES = 44
const PCM_FORMAT = 1
const BYTES_PER_SAMPLE = 1

/**
 * Returns a WAV file with one channel and 8 bits per sample. The loudest sample has the full amplitude.
 *
 * @example
 * encodeWav(Float32Array.of(0, 1, 0, -1), 8000).subarray(0, 4).toString() // 'RIFF'
 */
export function encodeWav(samples: Float32Array, sampleRate: number): Buffer {
  const file = Buffer.alloc(HEADER_BYTES + samples.length)
  file.write('RIFF', 0)
  file.writeUInt32LE(file.length - 8, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(PCM_FORMAT, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(sampleRate, 24)
  file.writeUInt32LE(sampleRate * BYTES_PER_SAMPLE, 28)
  file.writeUInt16LE(BYTES_PER_SAMPLE, 32)
  file.writeUInt16LE(8 * BYTES_PER_SAMPLE, 34)
  file.write('data', 36)
  file.writeUInt32LE(samples.length, 40)
  let peak = 0
  for (const value of samples) peak = Math.max(peak, Math.abs(value))
  const scale = peak === 0 ? 0 : 127 / peak
  // WAV files with 8 bits are unsigned: 128 is silence.
  for (let at = 0; at < samples.length; at++) {
    file[HEADER_BYTES + at] = 128 + Math.round((samples[at] ?? 0) * scale)
  }
  return file
}
