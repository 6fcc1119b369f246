import { shuffled } from './captcha-painter-chance.ts'
import { DARKEST, type Drawing } from './captcha-painter-drawing.ts'
import type { Colour, Wash } from './captcha-painter-wash.ts'

/** A picture of at most 256 colours. */
export interface ColouredPicture {
  readonly width: number
  /** Red, green and blue of each colour. */
  readonly palette: Uint8Array
  /** Of each pixel, its place in the palette. */
  readonly pixels: Uint8Array
}

const SHADES = DARKEST + 1

/**
 * Lays the ink of a drawing over the paper. For the figure `captcha`: from a palette, since a PNG of one byte a pixel is
 * made in a quarter of the time of one of four.
 */
export function colourDrawing({ width, height, shades }: Drawing, paper: Wash, ink: Wash): ColouredPicture {
  const { palette, places } = mixAll(paper.colours, ink.colours)
  const pixels = new Uint8Array(shades.length)
  // All that the inner loop needs, in constants: it runs once for each pixel.
  const [paperStrips, inkStrips, inkCount] = [paper.strips, ink.strips, ink.colours.length]
  for (let y = 0, at = 0; y < height; y++) {
    let onPaper = paper.starts[y] ?? 0
    let onInk = ink.starts[y] ?? 0
    for (const end = at + width; at < end; at++) {
      const pair = (paperStrips[onPaper++] ?? 0) * inkCount + (inkStrips[onInk++] ?? 0)
      pixels[at] = places[pair * SHADES + (shades[at] ?? 0)] ?? 0
    }
  }
  return { width, palette, pixels }
}

/**
 * Every strip of paper under every strip of ink, in every shade. A palette has room for that: 8 strips of each at most, and their
 * 64 pairs in the 3 shades between, are 208 colours. In no order: the number of a colour must not tell how much ink is in it.
 */
function mixAll(
  paper: readonly Colour[],
  ink: readonly Colour[],
): { palette: Uint8Array; places: Uint8Array } {
  const order = shuffled(paper.length + ink.length + paper.length * ink.length * (DARKEST - 1))
  const palette = new Uint8Array(3 * order.length)
  const placeOf = (number: number): number => order[number] ?? 0
  for (const [number, colour] of [...paper, ...ink].entries()) palette.set(colour, 3 * placeOf(number))
  const places = new Uint8Array(paper.length * ink.length * SHADES)
  let [at, free] = [0, paper.length + ink.length]
  for (const [paperStrip, under] of paper.entries()) {
    for (const [inkStrip, over] of ink.entries()) {
      places[at++] = placeOf(paperStrip)
      for (let shade = 1; shade < DARKEST; shade++) {
        const place = placeOf(free++)
        mixInto(palette, place * 3, under, over, shade / DARKEST)
        places[at++] = place
      }
      places[at++] = placeOf(paper.length + inkStrip)
    }
  }
  return { palette, places }
}

function mixInto(palette: Uint8Array, at: number, under: Colour, over: Colour, share: number): void {
  palette[at] = under[0] + (over[0] - under[0]) * share
  palette[at + 1] = under[1] + (over[1] - under[1]) * share
  palette[at + 2] = under[2] + (over[2] - under[2]) * share
}
