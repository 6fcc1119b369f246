import { createCanvas, loadImage } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { paintCaptcha } from './captcha-painter.ts'
import { CAPTCHA_ALPHABET, randomCaptchaText } from './captcha-text.ts'

const PIXELS = 240 * 80
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** The kinds of a PNG's chunks, in order. */
function chunksOf(png: Buffer): string[] {
  const kinds: string[] = []
  for (let at = PNG_SIGNATURE.length; at < png.length; at += 12 + png.readUInt32BE(at)) {
    kinds.push(png.toString('latin1', at + 4, at + 8))
  }
  return kinds
}

/** Red, green, blue and alpha of every pixel, as a program of others reads them. */
async function pixelsOf(png: Buffer): Promise<Uint8ClampedArray> {
  const context = createCanvas(240, 80).getContext('2d')
  context.drawImage(await loadImage(png), 0, 0)
  return context.getImageData(0, 0, 240, 80).data
}

function lightnessAt(pixels: Uint8ClampedArray, pixel: number): number {
  const [red = 0, green = 0, blue = 0] = pixels.subarray(pixel * 4, pixel * 4 + 3)
  return (Math.max(red, green, blue) + Math.min(red, green, blue)) / 510
}

test('a captcha is a small PNG of 240 by 80', async () => {
  for (const text of ['EH3XA', 'WWWWW', 'LLLLL']) {
    const png = paintCaptcha(text)
    expect(png.subarray(0, 8)).toEqual(PNG_SIGNATURE)
    expect(await loadImage(png)).toMatchObject({ width: 240, height: 80 })
    expect(png.length).toBeGreaterThan(2000)
    expect(png.length).toBeLessThan(8 * 1024)
  }
})

test('the same text is never painted alike: neither in colours nor in what is dark and what is light', async () => {
  const pictures = await Promise.all(Array.from({ length: 12 }, () => pixelsOf(paintCaptcha('EH3XA'))))
  for (const [number, one] of pictures.entries()) {
    for (const other of pictures.slice(number + 1)) {
      let [sameColour, sameLightness] = [0, 0]
      for (let pixel = 0; pixel < PIXELS; pixel++) {
        const [at, end] = [pixel * 4, pixel * 4 + 3]
        if (one.subarray(at, end).every((channel, place) => channel === other[at + place])) sameColour++
        if (lightnessAt(one, pixel) > 0.57 === lightnessAt(other, pixel) > 0.57) sameLightness++
      }
      expect(sameColour / PIXELS).toBeLessThan(0.2)
      expect(sameLightness / PIXELS).toBeLessThan(0.9)
    }
  }
})

test('dark ink on light paper without a hole, both of them much of the picture', async () => {
  for (let count = 0; count < 10; count++) {
    const pixels = await pixelsOf(paintCaptcha(randomCaptchaText()))
    expect(new Set(pixels.filter((_, at) => at % 4 === 3))).toEqual(new Set([255]))
    const lightness = Array.from({ length: PIXELS }, (_, pixel) => lightnessAt(pixels, pixel))
    expect(Math.min(...lightness)).toBeGreaterThan(0.26)
    expect(Math.max(...lightness)).toBeLessThan(0.88)
    const light = lightness.filter((value) => value > 0.57).length / PIXELS
    expect(light).toBeGreaterThan(0.3)
    expect(light).toBeLessThan(0.9)
  }
})

test('the bytes hold pixels alone: no text, no font, no outline', () => {
  for (let count = 0; count < 20; count++) {
    const text = randomCaptchaText()
    const png = paintCaptcha(text)
    expect(png.includes(text) || png.includes(text.toLowerCase())).toBe(false)
    expect(chunksOf(png)).toEqual(['IHDR', 'PLTE', 'IDAT', 'IEND'])
  }
})

test('every character of the alphabet is painted, the widest five too', () => {
  for (const character of CAPTCHA_ALPHABET) expect(() => paintCaptcha(character.repeat(5))).not.toThrow()
})
