import { expect, test } from 'vitest'
import { encodeWav } from './wav.ts'

test('a file has a complete header and one byte per sample', () => {
  const file = encodeWav(Float32Array.of(0, 2, 0, -2, 1), 8000)
  expect(file.toString('latin1', 0, 4)).toBe('RIFF')
  expect(file.readUInt32LE(4)).toBe(file.length - 8)
  expect(file.toString('latin1', 8, 16)).toBe('WAVEfmt ')
  const channels = file.readUInt16LE(22)
  const [sampleRate, bytesPerSecond] = [file.readUInt32LE(24), file.readUInt32LE(28)]
  expect({ channels, sampleRate, bytesPerSecond }).toEqual({
    channels: 1,
    sampleRate: 8000,
    bytesPerSecond: 8000,
  })
  expect(file.readUInt16LE(34)).toBe(8)
  expect(file.toString('latin1', 36, 40)).toBe('data')
  expect(file.readUInt32LE(40)).toBe(5)
  expect([...file.subarray(44)]).toEqual([128, 255, 128, 1, 192])
})

test('silence stays silence', () => {
  expect([...encodeWav(new Float32Array(3), 8000).subarray(44)]).toEqual([128, 128, 128])
})
