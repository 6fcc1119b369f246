import { expect, test } from 'vitest'
import { colourDrawing } from './captcha-painter-colour.ts'
import { createDrawing } from './captcha-painter-drawing.ts'
import type { Colour, Wash } from './captcha-painter-wash.ts'

const LIGHT: Colour = [200, 220, 240]
const LIGHTER: Colour = [240, 240, 240]
const DARK: Colour = [0, 20, 40]
const DARKER: Colour = [0, 0, 80]

function wash(colours: Colour[], strips: number[], starts: number[]): Wash {
  return { colours, strips: Uint8Array.from(strips), starts: Uint8Array.from(starts) }
}

function coloursOf({ palette, pixels }: ReturnType<typeof colourDrawing>): number[][] {
  return Array.from(pixels, (place) => [...palette.subarray(place * 3, place * 3 + 3)])
}

test('no ink is paper, all ink is ink, and the shades between are between', () => {
  const drawing = createDrawing(5, 1)
  drawing.shades.set([0, 1, 2, 3, 4])
  const coloured = colourDrawing(
    drawing,
    wash([LIGHT], [0, 0, 0, 0, 0], [0]),
    wash([DARK], [0, 0, 0, 0, 0], [0]),
  )
  expect(coloured.width).toBe(5)
  expect(coloursOf(coloured)).toEqual([LIGHT, [150, 170, 190], [100, 120, 140], [50, 70, 90], DARK])
})

test('each pixel has the colours of the strips that lie there, and each line begins where it says', () => {
  const drawing = createDrawing(3, 2)
  drawing.shades.set([0, 4, 2, 4, 0, 2])
  const paper = wash([LIGHT, LIGHTER], [0, 0, 0, 1], [0, 1])
  const ink = wash([DARK, DARKER], [0, 0, 1, 1], [1, 0])
  expect(coloursOf(colourDrawing(drawing, paper, ink))).toEqual([
    LIGHT,
    DARKER,
    [100, 110, 160],
    DARK,
    LIGHT,
    [120, 120, 160],
  ])
})

test('no place is taken twice: 8 strips of paper under 8 of ink, in all shades, are 208 colours', () => {
  const eight = (lightness: number) =>
    Array.from({ length: 8 }, (_, strip): Colour => [lightness, strip * 20, strip])
  const each = Array.from({ length: 64 * 5 }, (_, point) => point)
  const drawing = createDrawing(64 * 5, 1)
  drawing.shades.set(each.map((point) => point % 5))
  const paper = wash(
    eight(240),
    each.map((point) => Math.floor(point / 40)),
    [0],
  )
  const ink = wash(
    eight(20),
    each.map((point) => Math.floor(point / 5) % 8),
    [0],
  )
  const coloured = colourDrawing(drawing, paper, ink)
  expect(coloured.palette).toHaveLength(208 * 3)
  expect(new Set(coloured.pixels).size).toBe(208)
  expect(coloursOf(coloured).at(-1)).toEqual(ink.colours[7])
})

test('the number of a colour does not tell how much ink is in it', () => {
  const drawing = createDrawing(5, 1)
  drawing.shades.set([0, 1, 2, 3, 4])
  const paper = wash([LIGHT], [0, 0, 0, 0, 0], [0])
  const ink = wash([DARK], [0, 0, 0, 0, 0], [0])
  const orders = Array.from({ length: 400 }, () => [...colourDrawing(drawing, paper, ink).pixels].join())
  // Of 120 orders, each has the same chance.
  expect(new Set(orders).size).toBeGreaterThan(80)
})
