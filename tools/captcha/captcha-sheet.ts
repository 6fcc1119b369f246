/**
 * Draws captchas with their answers on one sheet, so that people can judge how legible they are.
 *
 *   npx tsx tools/captcha/captcha-sheet.ts [--blind] [--out docs/captcha-sheet.png]
 *
 * With --blind the sheet has no answers; they are written to FILE.txt, beside FILE.png.
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { CAPTCHA_HEIGHT, CAPTCHA_WIDTH, drawCaptcha } from '../../src/core/login/captcha/captcha-drawing.ts'
import { CAPTCHA_FONTS } from '../../src/core/login/captcha/captcha-fonts.ts'
import { CAPTCHA_JPEG_QUALITY } from '../../src/core/login/captcha/captcha-rendering.ts'
import { randomCaptchaText } from '../../src/core/login/captcha/captcha-text.ts'

const COLUMNS = 4
const BLIND_ROWS = 10
const ROWS = 4
const GAP = 8
const CAPTION_HEIGHT = 16

const { values } = parseArgs({
  options: {
    blind: { type: 'boolean', default: false },
    out: { type: 'string', default: fileURLToPath(new URL('../../docs/captcha-sheet.png', import.meta.url)) },
  },
})

const rows = values.blind ? BLIND_ROWS : ROWS
const cell = { width: CAPTCHA_WIDTH + 2 * GAP, height: CAPTCHA_HEIGHT + CAPTION_HEIGHT + GAP }
const sheet = createCanvas(COLUMNS * cell.width, rows * cell.height)
const context = sheet.getContext('2d')
context.fillStyle = 'white'
context.fillRect(0, 0, sheet.width, sheet.height)
context.fillStyle = 'black'
context.font = `13px ${CAPTCHA_FONTS[0]}`

const answers: string[] = []
for (let index = 0; index < COLUMNS * rows; index++) {
  const text = randomCaptchaText()
  answers.push(`${index + 1} ${text}`)
  const left = (index % COLUMNS) * cell.width + GAP
  const top = Math.floor(index / COLUMNS) * cell.height + GAP / 2
  // As a JPEG, because that is what people see.
  const picture = await drawCaptcha(text, Math.random).encode('jpeg', CAPTCHA_JPEG_QUALITY)
  context.drawImage(await loadImage(picture), left, top)
  context.fillText(values.blind ? `${index + 1}` : `${index + 1}  ${text}`, left, top + CAPTCHA_HEIGHT + 13)
}
writeFileSync(values.out, sheet.toBuffer('image/png'))
if (values.blind) writeFileSync(values.out.replace(/\.png$/, '.txt'), `${answers.join('\n')}\n`)
