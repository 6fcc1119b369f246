import { createCanvas } from '@napi-rs/canvas'
import { describe, expect, test } from 'vitest'
import { CAPTCHA_HEIGHT, CAPTCHA_WIDTH, drawCaptcha, drawLetters } from './captcha-drawing.ts'
import { CAPTCHA_ALPHABET } from './captcha-text.ts'
import type { Random } from './random.ts'

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8]

/** Returns the same sequence of numbers for the same seed (a linear congruential generator). */
function randomFrom(seed: number): Random {
  let state = seed * 7919
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

function pngOf(text: string, seed: number): Buffer {
  return drawCaptcha(text, randomFrom(seed)).toBuffer('image/png')
}

test('a picture has the documented size', () => {
  const { width, height } = drawCaptcha('EH3XA', randomFrom(1))
  expect([width, height]).toEqual([CAPTCHA_WIDTH, CAPTCHA_HEIGHT])
})

test('a picture has no transparent pixels', () => {
  const { data } = drawCaptcha('EH3XA', randomFrom(1))
    .getContext('2d')
    .getImageData(0, 0, CAPTCHA_WIDTH, CAPTCHA_HEIGHT)
  expect(data.every((value, index) => index % 4 !== 3 || value === 255)).toBe(true)
})

test('the same text and the same random numbers give the same picture', () => {
  expect(pngOf('EH3XA', 1).equals(pngOf('EH3XA', 1))).toBe(true)
})

test('the same text is drawn differently each time', () => {
  expect(new Set(SEEDS.map((seed) => pngOf('EH3XA', seed).toString('base64'))).size).toBe(SEEDS.length)
})

test('different texts are different pictures', () => {
  const pictures = Array.from(CAPTCHA_ALPHABET, (character) =>
    pngOf(character.repeat(5), 1).toString('base64'),
  )
  expect(new Set(pictures).size).toBe(CAPTCHA_ALPHABET.length)
})

describe('the letters', () => {
  function pixelsOf(text: string, random: Random): Uint8ClampedArray {
    const context = createCanvas(CAPTCHA_WIDTH, CAPTCHA_HEIGHT).getContext('2d')
    drawLetters(context, text, 0, random)
    return context.getImageData(0, 0, CAPTCHA_WIDTH, CAPTCHA_HEIGHT).data
  }

  function inkOf(text: string, random: Random): { x: number; y: number }[] {
    const pixels = pixelsOf(text, random)
    return Array.from({ length: pixels.length / 4 }, (_, index) => index)
      .filter((index) => pixels[index * 4 + 3] !== 0)
      .map((index) => ({ x: index % CAPTCHA_WIDTH, y: Math.floor(index / CAPTCHA_WIDTH) }))
  }

  test.each([...CAPTCHA_ALPHABET])('%s does not touch the edge of the picture', (character) => {
    const extremes: Random[] = [() => 0, () => 0.5, () => 1 - 2 ** -32]
    for (const random of [...extremes, ...SEEDS.map(randomFrom)]) {
      const ink = inkOf(character.repeat(5), random)
      expect(ink.length).toBeGreaterThan(0)
      for (const { x, y } of ink) {
        const isInside = x > 0 && y > 0 && x < CAPTCHA_WIDTH - 1 && y < CAPTCHA_HEIGHT - 1
        if (!isInside) expect.fail(`ink at ${x}, ${y}`)
      }
    }
  })

  test('have several colors that are the same shade of grey', () => {
    const pixels = pixelsOf('EH3XA', randomFrom(1))
    const colors = new Set<string>()
    for (let at = 0; at < pixels.length; at += 4) {
      const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4)
      if (alpha !== 255) continue
      colors.add(`${red} ${green} ${blue}`)
      expect(Math.abs(0.299 * red + 0.587 * green + 0.114 * blue - 80)).toBeLessThan(2)
    }
    expect(colors.size).toBeGreaterThan(1)
  })

  test('text of any length fits', () => {
    for (const text of ['A', 'AC', 'WWWWWWWW']) {
      const columns = inkOf(text, randomFrom(1)).map(({ x }) => x)
      expect(Math.min(...columns)).toBeGreaterThan(0)
      expect(Math.max(...columns)).toBeLessThan(CAPTCHA_WIDTH - 1)
    }
  })
})
