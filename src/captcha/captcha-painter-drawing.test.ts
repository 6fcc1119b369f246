import { createHash } from 'node:crypto'
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { beforeEach, expect, test, vi } from 'vitest'
import { fillPaper, negatePatches, tintInk } from './captcha-painter-colour.ts'
import { drawStrokes, drawText } from './captcha-painter-lettering.ts'
import { warp } from './captcha-painter-warp.ts'

// The same chance every time: what is drawn by it is written down here, and a change of it is made on purpose.
const chance = vi.hoisted(() => ({ number: 0 }))
vi.mock('node:crypto', async (original) => ({
  ...(await original<typeof import('node:crypto')>()),
  randomInt: (bound: number) => Math.floor((((chance.number++ * 7) % 20) / 20) * bound),
}))
beforeEach(() => {
  chance.number = 1
})

/** A canvas, and what is done to it in words. */
function recorded(width = 240, height = 80): { context: SKRSContext2D; done: string[] } {
  const done: string[] = []
  const context = createCanvas(width, height).getContext('2d')
  const words = (value: unknown) =>
    typeof value === 'number' ? String(Number(value.toFixed(1)) + 0) : String(value)
  const inWords = (text: unknown) => words(text).replace(/\d+\.\d+/g, (number) => Number(number).toFixed(1))
  const proxy = new Proxy(context, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => {
        done.push(`${String(name)}(${given.map(words).join(' ')})`)
        return value.apply(target, given)
      }
    },
    set(target, name, value) {
      done.push(`${String(name)} = ${inWords(value)}`)
      return Reflect.set(target, name, value, target)
    },
  })
  return { context: proxy, done }
}

test('the text: each glyph has its own size, turn, slant and height, and touches the next', () => {
  const { context, done } = recorded()
  drawText(context, 'EH')
  expect(done).toMatchInlineSnapshot(`
    [
      "textAlign = center",
      "textBaseline = middle",
      "font = 61.2px castellan-captcha",
      "measureText(E)",
      "font = 56.6px castellan-captcha",
      "measureText(H)",
      "save()",
      "translate(126.9 36)",
      "rotate(0)",
      "transform(1 0 0.1 1 0 0)",
      "font = 61.2px castellan-captcha",
      "fillText(E 0 0)",
      "restore()",
      "save()",
      "translate(171.8 40)",
      "rotate(0.1)",
      "transform(1 0 -0.2 1.1 0 0)",
      "font = 56.6px castellan-captcha",
      "fillText(H 0 0)",
      "restore()",
    ]
  `)
})

test('a text that is too wide is squeezed between the margins', () => {
  const { context, done } = recorded(100)
  drawText(context, 'WWWWW')
  expect(done.filter((step) => /^(?:translate|transform)/.test(step))).toMatchInlineSnapshot(`
    [
      "translate(21.3 37)",
      "transform(0.2 0 0.1 1 0 0)",
      "translate(35.2 41)",
      "transform(0.2 0 -0.1 1.1 0 0)",
      "translate(49.5 35)",
      "transform(0.2 0 0 1 0 0)",
      "translate(64.8 39)",
      "transform(0.2 0 -0.2 1.1 0 0)",
      "translate(79.2 43)",
      "transform(0.2 0 -0.1 1.1 0 0)",
    ]
  `)
})

test('the strokes: two curves from edge to edge through the middle', () => {
  const { context, done } = recorded()
  drawStrokes(context)
  expect(done).toMatchInlineSnapshot(`
    [
      "lineWidth = 1.9",
      "beginPath()",
      "moveTo(0 35.2)",
      "bezierCurveTo(80 69 160 11 240 52)",
      "stroke()",
      "lineWidth = 1.7",
      "beginPath()",
      "moveTo(0 23.2)",
      "bezierCurveTo(80 16 160 64 240 40)",
      "stroke()",
    ]
  `)
})

test('the patches: two ellipses, one in each half, turn what is under them into its negative', () => {
  const { context, done } = recorded()
  negatePatches(context)
  expect(done).toMatchInlineSnapshot(`
    [
      "globalCompositeOperation = xor",
      "beginPath()",
      "ellipse(49.2 56 35.7 34 2.4 0 6.3)",
      "fill()",
      "beginPath()",
      "ellipse(151.2 36 47 31.5 1.6 0 6.3)",
      "fill()",
    ]
  `)
})

test('the ink is tinted dark where there is ink, the paper light everywhere; both in strips beyond every edge', () => {
  const { context, done } = recorded(60, 20)
  tintInk(context, 100)
  expect(done).toMatchInlineSnapshot(`
    [
      "globalCompositeOperation = source-atop",
      "setTransform(1 0 0.3 1 -3.2 0)",
      "fillStyle = hsl(77.5 60% 29.4%)",
      "fillRect(-20 0 120 20)",
      "fillStyle = hsl(112.5 60% 27.6%)",
      "fillRect(23.7 0 120 20)",
      "fillStyle = hsl(97.5 60% 31.8%)",
      "fillRect(67.5 0 120 20)",
      "resetTransform()",
    ]
  `)
  const paper = recorded(60, 20)
  fillPaper(paper.context, 200)
  expect(paper.done).toMatchInlineSnapshot(`
    [
      "setTransform(1 0 0 1 0 0)",
      "fillStyle = hsl(217.5 60% 82.2%)",
      "fillRect(-20 0 120 20)",
      "fillStyle = hsl(202.5 60% 86.4%)",
      "fillRect(18.7 0 120 20)",
      "fillStyle = hsl(187.5 60% 84.6%)",
      "fillRect(57.5 0 120 20)",
      "resetTransform()",
    ]
  `)
})

test('the warp bends the ink along waves, in few shades, and loses nothing but what leaves the picture', () => {
  const context = createCanvas(48, 32).getContext('2d')
  const image = context.createImageData(48, 32)
  for (let pixel = 0; pixel < 48 * 32; pixel++) image.data[pixel * 4 + 3] = (pixel * 37) % 256
  context.putImageData(image, 0, 0)
  warp(context)
  const ink = context.getImageData(0, 0, 48, 32).data.filter((_, place) => place % 4 === 3)
  expect([...new Set(ink)].toSorted((a, b) => a - b)).toEqual([0, 51, 102, 153, 204, 255])
  expect(createHash('sha256').update(ink).digest('hex')).toMatchInlineSnapshot(
    `"adaaccd89104e42f88e156997775979a96d4417cba151b8cb0835e952f216529"`,
  )
})

test('what is all ink stays all ink, but for the edges', () => {
  const context = createCanvas(48, 32).getContext('2d')
  context.fillRect(0, 0, 48, 32)
  warp(context)
  const { data } = context.getImageData(0, 0, 48, 32)
  expect(data[(16 * 48 + 24) * 4 + 3]).toBe(255)
  expect(data.filter((ink, place) => place % 4 === 3 && ink === 0).length).toBeGreaterThan(0)
})

test('edges stay smooth in every direction: those of squares, bent', () => {
  const context = createCanvas(48, 32).getContext('2d')
  for (let square = 0; square < 24; square += 2) {
    const row = Math.floor(square / 6)
    context.fillRect(((square % 6) + (row % 2)) * 8, row * 8, 8, 8)
  }
  warp(context)
  const ink = context.getImageData(0, 0, 48, 32).data.filter((_, place) => place % 4 === 3)
  expect(new Set(ink).size).toBe(6)
  expect(createHash('sha256').update(ink).digest('hex')).toMatchInlineSnapshot(
    `"eed7d4d429423ddd5e40532707ec377c4684112cbbe28eb42121fdf160caf8c3"`,
  )
})
