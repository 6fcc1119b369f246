import { randomBend } from './captcha-painter-bend.ts'
import { between } from './captcha-painter-chance.ts'
import { colourDrawing } from './captcha-painter-colour.ts'
import { createDrawing } from './captcha-painter-drawing.ts'
import { drawText } from './captcha-painter-lettering.ts'
import { negatePatches } from './captcha-painter-patches.ts'
import { encodePng } from './captcha-painter-png.ts'
import { drawStrokes } from './captcha-painter-strokes.ts'
import { randomWash } from './captcha-painter-wash.ts'

const WIDTH = 240
const HEIGHT = 80

/**
 * Paints a text so that people read it and programs do not. No two pictures are alike, and none keeps a glyph's
 * outline: all is bent together and handed out as pixels.
 */
export function paintCaptcha(text: string): Buffer {
  const drawing = createDrawing(WIDTH, HEIGHT)
  const bend = randomBend(WIDTH, HEIGHT)
  drawText(drawing, bend, text)
  drawStrokes(drawing, bend)
  // Not bent: the edge of a patch that is cut off by the picture's would tell how all is bent.
  negatePatches(drawing)

  const hue = between(0, 360)
  const ink = randomWash(WIDTH, HEIGHT, hue, 30)
  const paper = randomWash(WIDTH, HEIGHT, hue + between(90, 270), 84)
  return encodePng(colourDrawing(drawing, paper, ink))
}
