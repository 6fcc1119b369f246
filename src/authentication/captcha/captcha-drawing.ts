import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { CAPTCHA_FONTS } from './captcha-fonts.ts'
import { between, type Random } from './random.ts'

export const CAPTCHA_WIDTH = 240
export const CAPTCHA_HEIGHT = 80

const DEGREE = Math.PI / 180
const MARGIN = 10
const MIN_LETTER_HEIGHT = 46
const MAX_LETTER_HEIGHT = 54
const MAX_SCALE = 1.25
/** Share of the narrower letter. */
const MIN_OVERLAP = 0.1
const MAX_OVERLAP = 0.2
const MIN_ROTATION = 7 * DEGREE
const MAX_ROTATION = 22 * DEGREE
const MAX_SHEAR = 0.25
const LINES = 3
const MIN_LINE_WIDTH = 6
const MAX_LINE_WIDTH = 7
/** Brightness of letters and lines, from 0 to 255. */
const INK_BRIGHTNESS = 80

/** A character with its font, the size of its ink, and the center of the ink relative to the drawing point. */
interface Glyph {
  readonly character: string
  readonly font: string
  readonly width: number
  readonly height: number
  readonly centerX: number
  readonly centerY: number
}

interface PlacedGlyph {
  readonly glyph: Glyph
  /** Horizontal positions, relative to the left edge of the text. */
  readonly center: number
  readonly right: number
}

/**
 * Draws a text so that people can read it and common OCR programs cannot: letters of several typefaces that are rotated,
 * sheared and overlap, in front of lines that differ from them by hue but not by brightness.
 *
 * @example
 * await drawCaptcha('EH3XA', Math.random).encode('png')
 */
export function drawCaptcha(text: string, random: Random): Canvas {
  const canvas = createCanvas(CAPTCHA_WIDTH, CAPTCHA_HEIGHT)
  const context = canvas.getContext('2d')
  const lineHue = between(random, 0, 360)
  // The background shows where two letters overlap, so both outlines are broken there.
  context.globalCompositeOperation = 'xor'
  drawLetters(context, text, lineHue, random)
  context.globalCompositeOperation = 'destination-over'
  drawLines(context, lineHue, random)
  context.fillStyle = `hsl(${between(random, 0, 360)} 70% ${between(random, 84, 92)}%)`
  context.fillRect(0, 0, CAPTCHA_WIDTH, CAPTCHA_HEIGHT)
  return canvas
}

/**
 * Draws the letters in a zigzag line: each one is higher or lower than the previous one and rotated the other way.
 * All of them are completely inside the picture.
 */
export function drawLetters(context: SKRSContext2D, text: string, lineHue: number, random: Random): void {
  const glyphs = Array.from(text, (character) => measureGlyph(context, character, random))
  const positions = placeGlyphs(glyphs, random)
  const total = positions.at(-1)?.right ?? 0
  const scale = Math.min(MAX_SCALE, (CAPTCHA_WIDTH - 2 * MARGIN) / total)
  const start = between(random, MARGIN, CAPTCHA_WIDTH - MARGIN - total * scale)
  let hue = nextHue(lineHue, lineHue, random)
  let direction = random() < 0.5 ? -1 : 1
  for (const { glyph, center } of positions) {
    const angle = direction * between(random, MIN_ROTATION, MAX_ROTATION)
    const shear = between(random, -MAX_SHEAR, MAX_SHEAR)
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    // Half the size of the letter after scaling, shearing and rotating it.
    const reachX = (Math.abs(cos * scale) * glyph.width + Math.abs(cos * shear - sin) * glyph.height) / 2
    const reachY = (Math.abs(sin * scale) * glyph.width + Math.abs(sin * shear + cos) * glyph.height) / 2
    // A wide letter that is rotated far is higher than the picture.
    const fit = Math.min(1, (CAPTCHA_HEIGHT / 2 - 1) / reachY)
    context.save()
    context.translate(
      keepInside(start + center * scale, reachX * fit, CAPTCHA_WIDTH),
      keepInside(CAPTCHA_HEIGHT / 2 + direction * between(random, 4, 8), reachY * fit, CAPTCHA_HEIGHT),
    )
    context.scale(fit, fit)
    context.rotate(angle)
    context.transform(scale, 0, shear, 1, 0, 0)
    context.font = glyph.font
    context.fillStyle = darkColor(hue)
    context.fillText(glyph.character, -glyph.centerX, -glyph.centerY)
    context.restore()
    hue = nextHue(hue, lineHue, random)
    direction = -direction
  }
}

/** Returns the position, moved so that a shape that reaches this far to both sides stays inside. */
function keepInside(position: number, reach: number, size: number): number {
  return Math.max(reach + 1, Math.min(size - reach - 1, position))
}

/** Picks a typeface and a height, and measures the character. */
function measureGlyph(context: SKRSContext2D, character: string, random: Random): Glyph {
  const family = CAPTCHA_FONTS[Math.floor(random() * CAPTCHA_FONTS.length)]
  context.font = `100px ${family}`
  const box = context.measureText(character)
  const height = between(random, MIN_LETTER_HEIGHT, MAX_LETTER_HEIGHT)
  const size = height / (box.actualBoundingBoxAscent + box.actualBoundingBoxDescent)
  return {
    character,
    font: `${size * 100}px ${family}`,
    width: (box.actualBoundingBoxLeft + box.actualBoundingBoxRight) * size,
    height,
    centerX: ((box.actualBoundingBoxRight - box.actualBoundingBoxLeft) / 2) * size,
    centerY: ((box.actualBoundingBoxDescent - box.actualBoundingBoxAscent) / 2) * size,
  }
}

/** Places the glyphs side by side, so that each one overlaps the previous one by a share of the narrower of the two. */
function placeGlyphs(glyphs: readonly Glyph[], random: Random): PlacedGlyph[] {
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
  context.strokeStyle = darkColor(hue)
  let phase = between(random, 0, 2 * Math.PI)
  for (let line = 0; line < LINES; line++) {
    const height = between(random, 20, 32)
    const length = between(random, 80, 130)
    context.lineWidth = between(random, MIN_LINE_WIDTH, MAX_LINE_WIDTH)
    context.beginPath()
    for (let x = -4; x <= CAPTCHA_WIDTH + 4; x += 4) {
      context.lineTo(x, CAPTCHA_HEIGHT / 2 + height * Math.sin(phase + (2 * Math.PI * x) / length))
    }
    context.stroke()
    phase += ((2 * Math.PI) / LINES) * between(random, 0.8, 1.2)
  }
}

/** Returns a hue that differs visibly from the previous letter and from the lines. */
function nextHue(previous: number, lineHue: number, random: Random): number {
  const candidates = [80, 130, 180, 230, 280].map((distance) => lineHue + distance + between(random, -10, 10))
  const others = candidates.filter((hue) => hueDistance(hue, previous) > 40)
  return others[Math.floor(random() * others.length)] ?? lineHue + 180
}

function hueDistance(a: number, b: number): number {
  const difference = Math.abs(a - b) % 360
  return Math.min(difference, 360 - difference)
}

/** Returns a dark color of the hue. The colors of all hues have the same brightness. */
function darkColor(hue: number): string {
  const channel = (offset: number): number => 127 + 127 * Math.cos((hue + offset) * DEGREE)
  const [red, green, blue] = [channel(0), channel(-120), channel(120)]
  const scale = INK_BRIGHTNESS / (0.299 * red + 0.587 * green + 0.114 * blue)
  return `rgb(${[red, green, blue].map((value) => Math.min(255, Math.round(value * scale))).join(' ')})`
}
