import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { CAPTCHA_FONTS } from './captcha-fonts.ts'
import { between, type Random } from './random.ts'

export const CAPTCHA_WIDTH = 192
export const CAPTCHA_HEIGHT = 64

const DEGREE = Math.PI / 180
const MARGIN = 8
/** Measured sizes are not exact to the pixel. */
const EDGE = 2
const MIN_LETTER_HEIGHT = 37
const MAX_LETTER_HEIGHT = 43
const MAX_SCALE = 1.25
/** Share of the narrower letter. */
const MIN_OVERLAP = 0.18
const MAX_OVERLAP = 0.28
const MIN_ROTATION = 7 * DEGREE
const MAX_ROTATION = 22 * DEGREE
const MAX_SHEAR = 0.25
const LINES = 3
const MIN_LINE_WIDTH = 5
const MAX_LINE_WIDTH = 6
/** Brightness of letters and lines, from 0 to 255. */
const INK_BRIGHTNESS = 80

/** A character with its font and the scale of its height, the size of its ink, and the center of the ink before scaling. */
type Glyph = Readonly<ReturnType<typeof pickGlyph>>

/**
 * Draws a text so that people can read it and common OCR programs cannot: letters of several typefaces that are rotated,
 * sheared and overlap, in front of lines that differ from them by hue but not by brightness. The hues of both are spread
 * over the whole circle, so that every colour channel lacks some of the letters or contains most of the lines.
 * See docs/decisions/0012-captcha-pictures.md.
 *
 * @example
 * await drawCaptcha('EH3XA', Math.random).encode('jpeg', 70)
 */
export function drawCaptcha(text: string, random: Random): Canvas {
  const canvas = createCanvas(CAPTCHA_WIDTH, CAPTCHA_HEIGHT)
  const context = canvas.getContext('2d')
  context.fillStyle = `hsl(${between(random, 0, 360)} 70% ${between(random, 84, 92)}%)`
  context.fillRect(0, 0, CAPTCHA_WIDTH, CAPTCHA_HEIGHT)
  const lineHue = between(random, 0, 360)
  drawLines(context, lineHue, random)
  drawLetters(context, text, lineHue, random)
  return canvas
}

/**
 * Draws the letters in a zigzag line: each one is higher or lower than the previous one and rotated the other way.
 * All of them are completely inside the picture.
 */
export function drawLetters(context: SKRSContext2D, text: string, lineHue: number, random: Random): void {
  const glyphs = Array.from(text, (character) => pickGlyph(context, character, random))
  const positions = placeGlyphs(glyphs, random)
  const total = positions.at(-1)?.right ?? 0
  const scale = Math.min(MAX_SCALE, (CAPTCHA_WIDTH - 2 * MARGIN) / total)
  const start = between(random, MARGIN, CAPTCHA_WIDTH - MARGIN - total * scale)
  // Halfway between the hues of two lines.
  let hue = lineHue + 180 / LINES
  const hueStep = (random() < 0.5 ? -360 : 360) / LINES
  let direction = random() < 0.5 ? -1 : 1
  for (const { glyph, center } of positions) {
    const angle = direction * between(random, MIN_ROTATION, MAX_ROTATION)
    const shear = between(random, -MAX_SHEAR, MAX_SHEAR)
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    // Half the size of the letter after scaling, shearing and rotating it.
    const reachX = (Math.abs(cos * scale) * glyph.width + Math.abs(cos * shear - sin) * glyph.height) / 2
    const reachY = (Math.abs(sin * scale) * glyph.width + Math.abs(sin * shear + cos) * glyph.height) / 2
    // A wide letter that is rotated far is higher than the picture.
    const fit = Math.min(1, (CAPTCHA_HEIGHT / 2 - EDGE) / reachY)
    context.save()
    context.translate(
      keepInside(start + center * scale, reachX * fit, CAPTCHA_WIDTH),
      keepInside(CAPTCHA_HEIGHT / 2 + direction * between(random, 3, 6), reachY * fit, CAPTCHA_HEIGHT),
    )
    context.scale(fit, fit)
    context.rotate(angle)
    context.transform(scale, 0, shear, 1, 0, 0)
    context.scale(glyph.scale, glyph.scale)
    context.font = glyph.font
    context.fillStyle = darkColor(hue + between(random, -15, 15))
    context.fillText(glyph.character, -glyph.centerX, -glyph.centerY)
    context.restore()
    hue += hueStep
    direction = -direction
  }
}

/** Returns the position, moved so that a shape that reaches this far to both sides stays inside. */
function keepInside(position: number, reach: number, size: number): number {
  return Math.max(reach + EDGE, Math.min(size - reach - EDGE, position))
}

/** Picks a typeface and a height for the character. All fonts have one size, because Skia caches fonts by size. */
function pickGlyph(context: SKRSContext2D, character: string, random: Random) {
  const font = `100px ${CAPTCHA_FONTS[Math.floor(random() * CAPTCHA_FONTS.length)]}`
  const box = measure(context, font, character)
  const height = between(random, MIN_LETTER_HEIGHT, MAX_LETTER_HEIGHT)
  const scale = height / (box.actualBoundingBoxAscent + box.actualBoundingBoxDescent)
  return {
    character,
    font,
    scale,
    width: (box.actualBoundingBoxLeft + box.actualBoundingBoxRight) * scale,
    height,
    centerX: (box.actualBoundingBoxRight - box.actualBoundingBoxLeft) / 2,
    centerY: (box.actualBoundingBoxDescent - box.actualBoundingBoxAscent) / 2,
  }
}

type Box = ReturnType<SKRSContext2D['measureText']>

/** By font and character. */
const measured = new Map<string, Box>()

function measure(context: SKRSContext2D, font: string, character: string): Box {
  const key = `${font} ${character}`
  let box = measured.get(key)
  if (!box) {
    context.font = font
    box = context.measureText(character)
    measured.set(key, box)
  }
  return box
}

/**
 * Places the glyphs side by side, so that each one overlaps the previous one by a share of the narrower of the two. Their
 * horizontal positions are relative to the left edge of the text.
 */
function placeGlyphs(glyphs: readonly Glyph[], random: Random) {
  let right = 0
  let previousWidth = 0
  return glyphs.map((glyph) => {
    right += glyph.width - between(random, MIN_OVERLAP, MAX_OVERLAP) * Math.min(previousWidth, glyph.width)
    previousWidth = glyph.width
    return { glyph, center: right - glyph.width / 2, right }
  })
}

/** Draws waves across the picture, evenly out of phase so that they do not run side by side. */
function drawLines(context: SKRSContext2D, hue: number, random: Random): void {
  let phase = random()
  for (let line = 0; line < LINES; line++) {
    const halfLength = between(random, 32, 52)
    let height = between(random, 18, 28)
    let x = -2 * halfLength * (phase % 1)
    context.strokeStyle = darkColor(hue + (line * 360) / LINES)
    context.lineWidth = between(random, MIN_LINE_WIDTH, MAX_LINE_WIDTH)
    context.beginPath()
    context.moveTo(x, CAPTCHA_HEIGHT / 2 + height)
    // Each curve leads from a crest to a trough or back.
    for (; x < CAPTCHA_WIDTH; x += halfLength) {
      const [start, end] = [CAPTCHA_HEIGHT / 2 + height, CAPTCHA_HEIGHT / 2 - height]
      context.bezierCurveTo(x + 0.36 * halfLength, start, x + 0.64 * halfLength, end, x + halfLength, end)
      height = -height
    }
    context.stroke()
    phase += between(random, 0.8, 1.2) / LINES
  }
}

/** Returns a dark color of the hue. The colors of all hues have the same brightness. */
function darkColor(hue: number): string {
  const channel = (offset: number): number => 127 + 127 * Math.cos((hue + offset) * DEGREE)
  const [red, green, blue] = [channel(0), channel(-120), channel(120)]
  const scale = INK_BRIGHTNESS / (0.299 * red + 0.587 * green + 0.114 * blue)
  return `rgb(${[red, green, blue].map((value) => Math.min(255, Math.round(value * scale))).join(' ')})`
}
