import { createCanvas } from '@napi-rs/canvas'
import { between } from './captcha-painter-chance.ts'
import { fillPaper, negatePatches, tintInk } from './captcha-painter-colour.ts'
import { drawStrokes, drawText } from './captcha-painter-lettering.ts'
import { encodePng } from './captcha-painter-png.ts'
import { warp } from './captcha-painter-warp.ts'

const WIDTH = 240
const HEIGHT = 80

/**
 * Paints a text so that people read it and programs do not. No two pictures are alike, and none keeps a glyph's
 * outline: all is bent together and handed out as pixels.
 */
export function paintCaptcha(text: string): Buffer {
  const ink = createCanvas(WIDTH, HEIGHT)
  const pen = ink.getContext('2d')
  drawText(pen, text)
  drawStrokes(pen)
  warp(pen)
  negatePatches(pen)
  const hue = between(0, 360)
  tintInk(pen, hue)

  const paper = createCanvas(WIDTH, HEIGHT)
  const brush = paper.getContext('2d')
  fillPaper(brush, hue + between(90, 270))
  brush.drawImage(ink, 0, 0)
  return encodePng(brush.getImageData(0, 0, WIDTH, HEIGHT).data, WIDTH, HEIGHT)
}
