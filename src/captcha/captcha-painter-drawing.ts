/** From 0, no ink, to this. So few shades are smooth enough, and all they become in colour fits into a palette. */
export const DARKEST = 4

/** A picture before it has colours: how dark each of its pixels is. */
export interface Drawing {
  readonly width: number
  readonly height: number
  readonly shades: Uint8Array
}

export function createDrawing(width: number, height: number): Drawing {
  return { width, height, shades: new Uint8Array(width * height) }
}
