import { expect, test } from 'vitest'
import { DARKEST } from './captcha-painter-drawing.ts'
import { glyphOf } from './captcha-painter-glyph.ts'
import { CAPTCHA_ALPHABET } from './captcha-text.ts'

test('a character is drawn once', () => {
  expect(glyphOf('E')).toBe(glyphOf('E'))
  expect(glyphOf('E')).not.toBe(glyphOf('H'))
})

test.each([...CAPTCHA_ALPHABET])(
  '%s is all there: in every shade, in the middle, with an empty rim',
  (character) => {
    const { drawing, width, reach } = glyphOf(character)
    expect(new Set(drawing.shades)).toEqual(new Set([0, 1, 2, 3, DARKEST]))
    const half = drawing.width / 2
    let [x, y] = [0, 0]
    for (const [at, shade] of drawing.shades.entries()) {
      if (shade === 0) continue
      x = Math.max(x, Math.abs((at % drawing.width) - half) + 1)
      y = Math.max(y, Math.abs(Math.floor(at / drawing.width) - half) + 1)
    }
    expect(reach).toEqual({ x, y })
    expect(x).toBeLessThan(half)
    expect(y).toBeLessThan(half)
    // A character takes about as much room as its ink is wide.
    expect(width / (2 * x)).toBeGreaterThan(0.85)
    expect(width / (2 * x)).toBeLessThan(1.4)
  },
)
