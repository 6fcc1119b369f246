import { beforeEach, expect, test, vi } from 'vitest'
import { difference, drawnByLibrary, HEIGHT, WIDTH } from '../../test/support/captcha-drawing.ts'
import { between } from './captcha-painter-chance.ts'
import { createDrawing, DARKEST } from './captcha-painter-drawing.ts'
import { negatePatches } from './captcha-painter-patches.ts'

const chance = vi.hoisted(() => ({ number: 0 }))
vi.mock('node:crypto', async (original) => ({
  ...(await original<typeof import('node:crypto')>()),
  randomInt: (bound: number) => Math.floor((((chance.number++ * 7) % 20) / 20) * bound),
}))
beforeEach(() => {
  chance.number = 1
})

test.each(Array.from({ length: 20 }, (_, begin) => begin))(
  'two ellipses, one in each half, as the drawing library draws them (chance %i)',
  (begin) => {
    chance.number = begin
    const own = createDrawing(WIDTH, HEIGHT)
    negatePatches(own)
    chance.number = begin
    const theirs = drawnByLibrary((context) => {
      context.globalCompositeOperation = 'xor'
      for (let part = 0; part < 2; part++) {
        const x = (between(part + 0.2, part + 0.8) * WIDTH) / 2
        const y = between(0, HEIGHT)
        const [radiusX, radiusY] = [between(35, 50), between(30, 40)]
        context.beginPath()
        context.ellipse(x, y, radiusX, radiusY, between(0, Math.PI), 0, 2 * Math.PI)
        context.fill()
      }
    })
    expect(difference(theirs, own)).toBeLessThan(0.02)
  },
)

test('what was inked is left out and what was not is inked, so that ink is no mark of a glyph', () => {
  const paper = createDrawing(WIDTH, HEIGHT)
  negatePatches(paper)
  chance.number = 1
  const ink = createDrawing(WIDTH, HEIGHT)
  ink.shades.fill(DARKEST)
  negatePatches(ink)
  const sums = paper.shades.map((shade, at) => shade + (ink.shades[at] ?? 0))
  expect(new Set(sums)).toEqual(new Set([DARKEST]))
  const inked = paper.shades.filter((shade) => shade === DARKEST).length
  expect(inked / paper.shades.length).toBeGreaterThan(0.1)
})

test('all shades between stay between', () => {
  const drawing = createDrawing(WIDTH, HEIGHT)
  drawing.shades.fill(1)
  negatePatches(drawing)
  expect(new Set(drawing.shades)).toEqual(new Set([1, 2, 3]))
})
