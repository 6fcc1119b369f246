/**
 * How many captchas does an OCR program read? Paints pictures and shows each to tesseract in several ways; one
 * right reading in any of them counts. Fails above 1 %.
 *
 *   npx tsx bench/captcha-ocr.ts [--count 300]
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { paintCaptcha } from '../src/captcha/captcha-painter.ts'
import { CAPTCHA_FONT } from '../src/captcha/captcha-painter-glyph.ts'
import { CAPTCHA_ALPHABET, normaliseCaptchaText, randomCaptchaText } from '../src/captcha/captcha-text.ts'

const HIGHEST_RATE = 0.01
const PROCESSES_AT_ONCE = 2
const ENLARGEMENT = 3
const PAGE_MODES = { line: '7', word: '8' }

const { values } = parseArgs({ options: { count: { type: 'string', default: '300' } } })
const count = Number(values.count)
if (!Number.isInteger(count) || count < 1) throw new Error('--count takes a whole number above 0')
ensureTesseract()
await ensureItReads()

const readBy = new Map<string, number>()
let painted = 0
let read = 0
await Promise.all(Array.from({ length: PROCESSES_AT_ONCE }, tryPictures))

const rate = read / count
for (const [way, times] of readBy) console.log(`  ${way}: ${times}`)
console.log(
  `${read} of ${count} captchas read (${(rate * 100).toFixed(2)} %, at most ${HIGHEST_RATE * 100} %)`,
)
process.exitCode = rate > HIGHEST_RATE ? 1 : 0

async function tryPictures(): Promise<void> {
  while (painted < count) {
    painted++
    if (painted % 25 === 0) console.log(`${painted} of ${count} …`)
    const answer = randomCaptchaText()
    const ways = await waysOfReading(paintCaptcha(answer), answer)
    if (ways.length > 0) read++
    for (const way of ways) readBy.set(way, (readBy.get(way) ?? 0) + 1)
  }
}

/** The ways in which tesseract reads the picture right; none, if all is well. */
async function waysOfReading(picture: Buffer, answer: string): Promise<string[]> {
  const ways: string[] = []
  const versions = { 'as it is': picture, ...(await prepare(picture)) }
  for (const [version, bytes] of Object.entries(versions)) {
    for (const [mode, number] of Object.entries(PAGE_MODES)) {
      const seen = normaliseCaptchaText((await tesseract(bytes, number)).replace(/\s/g, ''))
      if (seen === answer) ways.push(`${version}, as a ${mode}`)
    }
  }
  return ways
}

/** What anyone would try first: enlarge, drop the colours, then split light from dark, either way round. */
async function prepare(picture: Buffer): Promise<Record<string, Buffer>> {
  const image = await loadImage(picture)
  const canvas = createCanvas(image.width * ENLARGEMENT, image.height * ENLARGEMENT)
  const context = canvas.getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  const frame = context.getImageData(0, 0, canvas.width, canvas.height)
  const pixels = frame.data
  const show = (shade: (grey: number) => number): Buffer => {
    greys.forEach((grey, index) => {
      pixels.fill(shade(grey), index * 4, index * 4 + 3)
    })
    context.putImageData(frame, 0, 0)
    return canvas.toBuffer('image/png')
  }
  const greys = Uint8Array.from({ length: pixels.length / 4 }, (_, index) => {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(index * 4, index * 4 + 3)
    return 0.299 * red + 0.587 * green + 0.114 * blue
  })
  const border = otsuThreshold(greys)
  return {
    'enlarged grey': show((grey) => grey),
    'black on white': show((grey) => (grey < border ? 0 : 255)),
    'white on black': show((grey) => (grey < border ? 255 : 0)),
  }
}

/** The grey that parts the pixels into the two most different groups (Otsu's method). */
function otsuThreshold(greys: Uint8Array): number {
  const histogram = new Array<number>(256).fill(0)
  for (const grey of greys) histogram[grey] = (histogram[grey] ?? 0) + 1
  const sum = histogram.reduce((total, pixels, grey) => total + pixels * grey, 0)
  let darker = 0
  let darkerSum = 0
  let best = { border: 128, contrast: 0 }
  histogram.forEach((pixels, grey) => {
    darker += pixels
    darkerSum += pixels * grey
    const lighter = greys.length - darker
    if (darker === 0 || lighter === 0) return
    const contrast = darker * lighter * (darkerSum / darker - (sum - darkerSum) / lighter) ** 2
    if (contrast > best.contrast) best = { border: grey + 1, contrast }
  })
  return best.border
}

async function tesseract(picture: Buffer, pageMode: string): Promise<string> {
  const child = spawn(
    'tesseract',
    ['stdin', 'stdout', '--psm', pageMode, '-c', `tessedit_char_whitelist=${CAPTCHA_ALPHABET}`],
    { stdio: ['pipe', 'pipe', 'ignore'], env: { ...process.env, OMP_THREAD_LIMIT: '1' } },
  )
  child.stdin.end(picture)
  const [output, [exitCode]] = await Promise.all([text(child.stdout), once(child, 'close')])
  if (exitCode !== 0) throw new Error(`tesseract failed (${exitCode}): its silence would count as not read`)
  return output
}

/** Plain print must be read, else a captcha that is not proves nothing. */
async function ensureItReads(): Promise<void> {
  const canvas = createCanvas(240, 80)
  const context = canvas.getContext('2d')
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = 'black'
  context.font = `48px ${CAPTCHA_FONT}`
  context.fillText('EH3XA', 20, 58)
  const ways = await waysOfReading(canvas.toBuffer('image/png'), 'EH3XA')
  if (ways.length === 0)
    throw new Error('tesseract does not even read plain print: the measurement is worthless')
  console.log(`plain print is read in ${ways.length} ways; now the captchas`)
}

function ensureTesseract(): void {
  const found = () => spawnSync('tesseract', ['--version']).status === 0
  if (found()) return
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    console.log('tesseract is missing: installing tesseract-ocr')
    spawnSync('apt-get', ['update'], { stdio: 'inherit' })
    spawnSync('apt-get', ['install', '--yes', 'tesseract-ocr'], { stdio: 'inherit' })
    if (found()) return
  }
  console.error('cannot run: tesseract is not installed (on Debian: apt-get install tesseract-ocr)')
  process.exit(2)
}
