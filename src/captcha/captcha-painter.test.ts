import { loadImage } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { paintCaptcha } from './captcha-painter.ts'
import { CAPTCHA_ALPHABET, randomCaptchaText } from './captcha-text.ts'

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** The kinds of a PNG's chunks, in order. */
function chunksOf(png: Buffer): string[] {
  const kinds: string[] = []
  for (let at = PNG_SIGNATURE.length; at < png.length; at += 12 + png.readUInt32BE(at)) {
    kinds.push(png.toString('latin1', at + 4, at + 8))
  }
  return kinds
}

test('a captcha is a small PNG of 240 by 80', async () => {
  const png = paintCaptcha('EH3XA')
  expect(png.subarray(0, 8)).toEqual(PNG_SIGNATURE)
  expect(await loadImage(png)).toMatchObject({ width: 240, height: 80 })
  expect(png.length).toBeGreaterThan(2000)
  expect(png.length).toBeLessThan(16 * 1024)
})

test('the same text is never painted alike', () => {
  const pictures = Array.from({ length: 20 }, () => paintCaptcha('EH3XA').toString('base64'))
  expect(new Set(pictures).size).toBe(20)
})

test('the bytes hold pixels alone: no text, no font, no outline', () => {
  for (let count = 0; count < 20; count++) {
    const text = randomCaptchaText()
    const png = paintCaptcha(text)
    expect(png.includes(text) || png.includes(text.toLowerCase())).toBe(false)
    expect(['IHDR', 'sBIT', 'sRGB', 'IDAT', 'IEND']).toEqual(expect.arrayContaining(chunksOf(png)))
  }
})

test('every character of the alphabet is painted, the widest five too', () => {
  for (const character of CAPTCHA_ALPHABET) expect(() => paintCaptcha(character.repeat(5))).not.toThrow()
})
