import { createCanvas, loadImage } from '@napi-rs/canvas'
import { beforeEach, expect, test, vi } from 'vitest'
import { paintCaptcha } from './captcha-painter.ts'

const seen = vi.hoisted(() => ({ steps: [] as unknown[], fraction: 0.5 }))
const noted = vi.hoisted(() => (name: string, work: (...given: never[]) => unknown) => {
  return (context: unknown, ...given: never[]) => {
    seen.steps.push([name, ...given])
    return Reflect.apply(work, undefined, [context, ...given])
  }
})
vi.mock('node:crypto', () => ({ randomInt: (bound: number) => Math.floor(seen.fraction * bound) }))
vi.mock('./captcha-painter-colour.ts', async (original) => notedAll(await original()))
vi.mock('./captcha-painter-lettering.ts', async (original) => notedAll(await original()))
vi.mock('./captcha-painter-warp.ts', async (original) => notedAll(await original()))

function notedAll(module: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(module).map(([name, value]) => [
    name,
    typeof value === 'function' ? noted(name, (...given) => Reflect.apply(value, undefined, given)) : value,
  ])
  return Object.fromEntries(entries)
}

beforeEach(() => {
  seen.steps = []
})

test('all is drawn before it is bent together, and the ink’s colour is far from the paper’s', () => {
  paintCaptcha('EH3XA')
  expect(seen.steps).toEqual([
    ['drawText', 'EH3XA'],
    ['drawStrokes'],
    ['warp'],
    ['negatePatches'],
    ['tintInk', 180],
    ['fillPaper', 360],
  ])
})

test('the ink stands dark on light paper', async () => {
  const image = await loadImage(paintCaptcha('EH3XA'))
  const context = createCanvas(240, 80).getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, 240, 80)
  let light = 0
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha] = data.subarray(at, at + 4)
    if (alpha !== 255) expect.fail('the paper shows no hole')
    if (red + green + blue > 3 * 140) light++
  }
  const share = light / (240 * 80)
  expect(share).toBeGreaterThan(0.3)
  expect(share).toBeLessThan(0.9)
})
