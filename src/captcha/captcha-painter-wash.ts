import { between } from './captcha-painter-chance.ts'

export type Colour = readonly [red: number, green: number, blue: number]

/** A colour that is uneven in broad, slanted strips. Not a gradient: a PNG holds strips in half the bytes. */
export interface Wash {
  /** Of each strip. */
  readonly colours: readonly Colour[]
  /** The strip at each point of a line that is longer than the picture's by as much as the slant may shift it. */
  readonly strips: Uint8Array
  /** For each line of the picture, the point where it begins. */
  readonly starts: Uint8Array
}

const MOST_SLANT = 0.8

/** Around a hue, as light or dark as it is told. */
export function randomWash(width: number, height: number, hue: number, lightness: number): Wash {
  const breadth = between(40, 60)
  const slant = between(-MOST_SLANT, MOST_SLANT)
  const shift = Math.ceil(MOST_SLANT * height)
  const strips = new Uint8Array(width + shift).map((_, point) => Math.floor(point / breadth))
  const starts = new Uint8Array(height).map((_, line) => Math.round(shift / 2 - slant * (line - height / 2)))
  const colours = Array.from({ length: (strips.at(-1) ?? 0) + 1 }, () =>
    colourOf(hue + between(-25, 25), 0.6, (lightness + between(-3, 3)) / 100),
  )
  return { colours, strips, starts }
}

/** From hue (degrees), saturation and lightness (0 to 1). */
export function colourOf(hue: number, saturation: number, lightness: number): Colour {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const channel = (offset: number): number => {
    const place = (((offset + hue / 30) % 12) + 12) % 12
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1))))
  }
  return [channel(0), channel(8), channel(4)]
}
