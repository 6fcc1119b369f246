/**
 * Paints thirty captchas onto one sheet, each above its answer, for people to judge how well they can be read.
 *
 *   npx tsx scripts/captcha-sheet.ts [--blind] [--out docs/captcha-sheet.png]
 *
 * With --blind the answers are printed to the terminal and not on the sheet.
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { paintCaptcha } from '../src/captcha/captcha-painter.ts'
import { CAPTCHA_FONT } from '../src/captcha/captcha-painter-glyph.ts'
import { randomCaptchaText } from '../src/captcha/captcha-text.ts'

const COLUMNS = 3
const ROWS = 10
const CELL = { width: 256, height: 112 }

const { values } = parseArgs({
  options: {
    blind: { type: 'boolean', default: false },
    out: { type: 'string', default: fileURLToPath(new URL('../docs/captcha-sheet.png', import.meta.url)) },
  },
})

const sheet = createCanvas(COLUMNS * CELL.width, ROWS * CELL.height)
const context = sheet.getContext('2d')
context.fillStyle = 'white'
context.fillRect(0, 0, sheet.width, sheet.height)
context.fillStyle = 'black'
context.font = `14px ${CAPTCHA_FONT}`

for (let index = 0; index < COLUMNS * ROWS; index++) {
  const text = randomCaptchaText()
  const left = (index % COLUMNS) * CELL.width + 8
  const top = Math.floor(index / COLUMNS) * CELL.height + 8
  context.drawImage(await loadImage(paintCaptcha(text)), left, top)
  context.fillText(values.blind ? `${index + 1}` : `${index + 1}  ${text}`, left, top + 96)
  if (values.blind) console.log(`${index + 1} ${text}`)
}
writeFileSync(values.out, sheet.toBuffer('image/png'))
