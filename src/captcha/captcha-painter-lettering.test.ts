import type { SKRSContext2D } from '@napi-rs/canvas'
import { beforeEach, expect, test, vi } from 'vitest'
import { difference, drawnByLibrary, HEIGHT, STRAIGHT, WIDTH } from '../../test/support/captcha-drawing.ts'
import { randomBend } from './captcha-painter-bend.ts'
import { between } from './captcha-painter-chance.ts'
import { createDrawing, DARKEST, type Drawing } from './captcha-painter-drawing.ts'
import { CAPTCHA_FONT } from './captcha-painter-glyph.ts'
import { drawText } from './captcha-painter-lettering.ts'
import { CAPTCHA_ALPHABET } from './captcha-text.ts'

// The same chance every time, so that the drawing library can be given the same.
const chance = vi.hoisted(() => ({ number: 0 }))
vi.mock('node:crypto', async (original) => ({
  ...(await original<typeof import('node:crypto')>()),
  randomInt: (bound: number) => Math.floor((((chance.number++ * 7) % 20) / 20) * bound),
}))
beforeEach(() => {
  chance.number = 1
})

function drawn(text: string, bend = STRAIGHT): Drawing {
  const drawing = createDrawing(WIDTH, HEIGHT)
  drawText(drawing, bend, text)
  return drawing
}

/** The rule in the words of the drawing library: each glyph has its own size, room, height, turn, slant and stretch. */
function writeText(context: SKRSContext2D, text: string): void {
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  const glyphs = Array.from(text, (character) => {
    const font = `${between(0.9, 1.15) * 62}px ${CAPTCHA_FONT}`
    context.font = font
    return { character, font, space: context.measureText(character).width * between(0.97, 1.04) }
  })
  const total = glyphs.reduce((sum, { space }) => sum + space, 0)
  const squeeze = Math.min(1, (WIDTH - 28) / total)
  let left = between(14, Math.max(14, WIDTH - 14 - total * squeeze))
  for (const { character, font, space } of glyphs) {
    context.save()
    context.translate(left + (space * squeeze) / 2, HEIGHT / 2 + between(-5, 5))
    context.rotate(between(-0.2, 0.2))
    context.transform(squeeze, 0, between(-0.22, 0.12), between(1, 1.15), 0, 0)
    context.font = font
    context.fillText(character, 0, 0)
    context.restore()
    left += space * squeeze
  }
}

test.each(['EH', 'EH3XA', 'WWWWW', 'LTU9C', 'R'])(
  '%s stands where the drawing library would put it',
  (text) => {
    for (const begin of [1, 6, 11]) {
      chance.number = begin
      const own = drawn(text)
      chance.number = begin
      const theirs = drawnByLibrary((context) => writeText(context, text))
      expect(difference(theirs, own)).toBeLessThan(0.08)
    }
  },
)

test('bent, each pixel shows what was in the distance of the waves, up to the edges of the picture', () => {
  const bend = randomBend(WIDTH, HEIGHT)
  for (const text of ['EH3XA', 'WWWWW', 'ACEHL']) {
    chance.number = 3
    const straight = drawn(text)
    chance.number = 3
    const bent = drawn(text, bend)
    const expected = createDrawing(WIDTH, HEIGHT)
    for (const at of expected.shades.keys()) {
      const [x, y] = [at % WIDTH, Math.floor(at / WIDTH)]
      const fromX = Math.round(x + (bend.sideways[y] ?? 0) + (bend.aslant[x + y] ?? 0))
      const fromY = Math.round(y + (bend.up[x] ?? 0))
      const isInside = fromX >= 0 && fromX < WIDTH && fromY >= 0 && fromY < HEIGHT
      // What the straight drawing cut off cannot be compared.
      expected.shades[at] = (isInside ? straight.shades[fromY * WIDTH + fromX] : bent.shades[at]) ?? 0
    }
    expect(difference(straight, bent)).toBeGreaterThan(0.2)
    expect(difference(expected, bent)).toBeLessThan(0.1)
  }
})

test('where two glyphs meet, the darker shade stays', () => {
  const drawing = createDrawing(WIDTH, HEIGHT)
  drawing.shades.fill(2)
  drawText(drawing, STRAIGHT, 'EH3XA')
  expect(new Set(drawing.shades)).toEqual(new Set([2, 3, DARKEST]))
})

test('five of any character fill the picture from margin to margin, and nothing leaves it at the sides', () => {
  for (const character of CAPTCHA_ALPHABET) {
    const { shades } = drawn(character.repeat(5))
    const columns = [...shades.keys()].filter((at) => shades[at] !== 0).map((at) => at % WIDTH)
    expect(Math.min(...columns)).toBeGreaterThan(0)
    expect(Math.max(...columns)).toBeLessThan(WIDTH - 1)
    expect(Math.max(...columns) - Math.min(...columns)).toBeGreaterThan(150)
  }
})
