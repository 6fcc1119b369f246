import { beforeEach, expect, test, vi } from 'vitest'
import { paintCaptcha } from './captcha-painter.ts'

type Work = (...given: unknown[]) => unknown
const seen = vi.hoisted(() => ({ steps: [] as { name: string; given: unknown[]; made: unknown }[] }))
vi.mock('node:crypto', () => ({ randomInt: (bound: number) => Math.floor(0.5 * bound) }))
vi.mock('./captcha-painter-lettering.ts', async (original) => notedAll(await original()))
vi.mock('./captcha-painter-strokes.ts', async (original) => notedAll(await original()))
vi.mock('./captcha-painter-patches.ts', async (original) => notedAll(await original()))
vi.mock('./captcha-painter-wash.ts', async (original) => notedAll(await original()))
vi.mock('./captcha-painter-colour.ts', async (original) => notedAll(await original()))

function notedAll(module: Record<string, unknown>): Record<string, unknown> {
  const noted =
    (name: string, work: Work) =>
    (...given: unknown[]) => {
      const made = work(...given)
      seen.steps.push({ name, given, made })
      return made
    }
  const isWork = (value: unknown): value is Work => typeof value === 'function'
  const entries = Object.entries(module).map(([name, value]) => [
    name,
    isWork(value) ? noted(name, value) : value,
  ])
  return Object.fromEntries(entries)
}

beforeEach(() => {
  seen.steps = []
})

test('text and strokes are bent together, patches come last and straight, and the hues are far apart', () => {
  paintCaptcha('EH3XA')
  expect(seen.steps.map(({ name }) => name)).toEqual([
    'drawText',
    'drawStrokes',
    'negatePatches',
    'randomWash',
    'randomWash',
    'colourDrawing',
  ])
  const [text, strokes, patches, ink, paper, coloured] = seen.steps
  const [drawing, bend] = text?.given ?? []
  expect(drawing).toMatchObject({ width: 240, height: 80 })
  expect(text?.given[2]).toBe('EH3XA')
  expect(strokes?.given).toEqual([drawing, bend])
  expect(strokes?.given[1]).toBe(bend)
  expect(patches?.given).toEqual([drawing])
  expect(ink?.given).toEqual([240, 80, 180, 30])
  expect(paper?.given).toEqual([240, 80, 360, 84])
  expect(coloured?.given[0]).toBe(drawing)
  expect(coloured?.given[1]).toBe(paper?.made)
  expect(coloured?.given[2]).toBe(ink?.made)
})
