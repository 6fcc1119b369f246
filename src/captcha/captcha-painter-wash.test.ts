import { createCanvas } from '@napi-rs/canvas'
import { beforeEach, expect, test, vi } from 'vitest'
import { HEIGHT, WIDTH } from '../../test/support/captcha-drawing.ts'
import { colourOf, randomWash } from './captcha-painter-wash.ts'

const chance = vi.hoisted(() => ({ fractions: [0.5] }))
vi.mock('node:crypto', async (original) => ({
  ...(await original<typeof import('node:crypto')>()),
  randomInt: (bound: number) => Math.floor((chance.fractions.shift() ?? 0.5) * bound),
}))
beforeEach(() => {
  chance.fractions = []
})

/** Just below the upper end. */
const ALMOST_1 = 1 - 2 ** -32

test('a colour from hue, saturation and lightness is the one that CSS knows', () => {
  const context = createCanvas(1, 1).getContext('2d')
  for (let hue = -360; hue <= 720; hue += 7) {
    for (const lightness of [0.27, 0.33, 0.81, 0.87]) {
      context.fillStyle = `hsl(${((hue % 360) + 360) % 360} 60% ${lightness * 100}%)`
      context.fillRect(0, 0, 1, 1)
      const theirs = [...context.getImageData(0, 0, 1, 1).data.subarray(0, 3)]
      const off = colourOf(hue, 0.6, lightness).map((channel, place) =>
        Math.abs(channel - (theirs[place] ?? 0)),
      )
      expect(Math.max(...off)).toBeLessThanOrEqual(1)
    }
  }
})

test('strips of one breadth, each in its own colour around hue and lightness', () => {
  chance.fractions = [0.5, 0.5, 0, 0, ALMOST_1, ALMOST_1]
  const { strips, colours } = randomWash(WIDTH, HEIGHT, 100, 30)
  expect([...strips]).toEqual(Array.from({ length: WIDTH + 64 }, (_, point) => Math.floor(point / 50)))
  expect(colours).toHaveLength(7)
  expect(colours[0]).toEqual(colourOf(75, 0.6, 0.27))
  expect(colours[1]).toEqual(colourOf(125, 0.6, 0.33))
  for (const colour of colours.slice(2)) expect(colour).toEqual(colourOf(100, 0.6, 0.3))
})

test.each([
  ['to the left', 0, 0, 63],
  ['not', 0.5, 32, 32],
  ['to the right', ALMOST_1, 64, 1],
])('the strips slant, by chance: %s', (_, fraction, first, last) => {
  chance.fractions = [0.5, fraction]
  const { starts } = randomWash(WIDTH, HEIGHT, 100, 30)
  expect(starts).toHaveLength(HEIGHT)
  expect([starts[0], starts[HEIGHT / 2], starts[HEIGHT - 1]]).toEqual([first, 32, last])
})

test('no line begins before the first strip or ends beyond the last, and there are 8 strips at most', () => {
  for (const breadth of [0, 0.5, ALMOST_1]) {
    for (const slant of [0, 0.5, ALMOST_1]) {
      chance.fractions = [breadth, slant]
      const { strips, starts, colours } = randomWash(WIDTH, HEIGHT, 0, 30)
      expect(Math.max(...starts) + WIDTH).toBeLessThanOrEqual(strips.length)
      expect(Math.max(...strips)).toBe(colours.length - 1)
      expect(colours.length).toBeLessThanOrEqual(8)
    }
  }
})
