import { beforeEach, expect, test, vi } from 'vitest'
import { difference, drawnByLibrary, HEIGHT, STRAIGHT, WIDTH } from '../../test/support/captcha-drawing.ts'
import { type Bend, randomBend } from './captcha-painter-bend.ts'
import { between, eitherSide } from './captcha-painter-chance.ts'
import { createDrawing, DARKEST, type Drawing } from './captcha-painter-drawing.ts'
import { drawStrokes } from './captcha-painter-strokes.ts'

const chance = vi.hoisted(() => ({ number: 0 }))
vi.mock('node:crypto', async (original) => ({
  ...(await original<typeof import('node:crypto')>()),
  randomInt: (bound: number) => Math.floor((((chance.number++ * 7) % 20) / 20) * bound),
}))
beforeEach(() => {
  chance.number = 1
})

function drawn(bend: Bend): Drawing {
  const drawing = createDrawing(WIDTH, HEIGHT)
  drawStrokes(drawing, bend)
  return drawing
}

/** For each column, the middle of its ink. */
function middles({ shades }: Drawing): number[] {
  return Array.from({ length: WIDTH }, (_, x) => {
    let [weighed, ink] = [0, 0]
    for (let y = 0; y < HEIGHT; y++) {
      const shade = shades[y * WIDTH + x] ?? 0
      weighed += shade * y
      ink += shade
    }
    return weighed / ink
  })
}

test.each([1, 4, 8, 13])(
  'two curves from edge to edge, as the drawing library draws them (chance %i)',
  (begin) => {
    chance.number = begin
    const own = drawn(STRAIGHT)
    chance.number = begin
    const theirs = drawnByLibrary((context) => {
      for (let count = 0; count < 2; count++) {
        context.lineWidth = between(1.6, 2.4)
        const aside = eitherSide(between(15, 35))
        const [start, end] = [between(0.2, 0.8) * HEIGHT, between(0.2, 0.8) * HEIGHT]
        context.beginPath()
        context.moveTo(0, start)
        context.bezierCurveTo(WIDTH / 3, HEIGHT / 2 + aside, (WIDTH * 2) / 3, HEIGHT / 2 - aside, WIDTH, end)
        context.stroke()
      }
    })
    expect(difference(theirs, own)).toBeLessThan(0.15)
  },
)

test('they are bent as the text is: every column by its height, and along the line', () => {
  const bend = randomBend(WIDTH, HEIGHT)
  const begin = chance.number
  const straight = middles(drawn(STRAIGHT))
  for (const parts of [['up'], ['sideways'], ['aslant'], ['up', 'sideways', 'aslant']] as const) {
    chance.number = begin
    const bent = middles(
      drawn({ ...STRAIGHT, ...Object.fromEntries(parts.map((part) => [part, bend[part]])) }),
    )
    expect(bent).not.toEqual(straight)
  }
  chance.number = begin
  const raised = middles(drawn({ ...STRAIGHT, up: bend.up }))
  const off = raised.map((middle, x) => Math.abs(middle - (straight[x] ?? 0) + (bend.up[x] ?? 0)))
  // In the middle of all columns: where one stroke covers the other, the straight ones have less ink than the bent.
  expect(off.reduce((sum, by) => sum + by, 0) / WIDTH).toBeLessThan(0.3)
})

test('a bend to the side moves them by as much', () => {
  const begin = chance.number
  const straight = middles(drawn(STRAIGHT))
  for (const part of ['sideways', 'aslant'] as const) {
    chance.number = begin
    const moved = middles(drawn({ ...STRAIGHT, [part]: STRAIGHT[part].map(() => 3) }))
    for (let x = 0; x < WIDTH - 4; x++)
      expect(Math.abs((moved[x] ?? 0) - (straight[x + 3] ?? 0))).toBeLessThan(0.3)
  }
})

test('over ink that is there already they change nothing, and nowhere is it darker than ink', () => {
  const drawing = createDrawing(WIDTH, HEIGHT)
  drawing.shades.fill(DARKEST)
  drawStrokes(drawing, STRAIGHT)
  expect(new Set(drawing.shades)).toEqual(new Set([DARKEST]))
  expect(Math.max(...drawn(STRAIGHT).shades)).toBe(DARKEST)
})

test('a curve that is bent out of the picture is cut off there', () => {
  for (const height of [-HEIGHT, HEIGHT]) {
    const { shades } = drawn({ ...STRAIGHT, up: STRAIGHT.up.map(() => height) })
    expect(shades.every((shade) => shade === 0)).toBe(true)
  }
})
