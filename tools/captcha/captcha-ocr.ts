/**
 * Measures how many captchas two OCR programs read: tesseract, and ddddocr, which is made for captchas. Each program sees
 * several versions of every picture, and one correct reading counts. Fails above the highest accepted rates.
 *
 *   npx tsx tools/captcha/captcha-ocr.ts [--count 300]
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { drawCaptcha } from '../../src/core/login/captcha/captcha-drawing.ts'
import { CAPTCHA_FONTS } from '../../src/core/login/captcha/captcha-fonts.ts'
import { CAPTCHA_JPEG_QUALITY } from '../../src/core/login/captcha/captcha-rendering.ts'
import {
  CAPTCHA_ALPHABET,
  normaliseCaptchaText,
  randomCaptchaText,
} from '../../src/core/login/captcha/captcha-text.ts'

interface Picture {
  readonly answer: string
  readonly jpeg: Buffer
}

const MAX_RATES = { tesseract: 0.01, ddddocr: 0.1 }
const PROGRESS_INTERVAL = 25
const TESSERACT_PROCESSES = 2
const ENLARGEMENT = 3
const PAGE_MODES = { line: '7', word: '8' }
/** The environment is reused by later runs. */
const PYTHON_ENVIRONMENT = join(tmpdir(), 'castellan-captcha-ocr-python')
/** Characters outside the alphabet, and the character of the alphabet that they resemble. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  4: 'A',
  G: 'C',
  '(': 'C',
  F: 'E',
  N: 'H',
  1: 'L',
  I: 'L',
  P: 'R',
  7: 'T',
  Y: 'T',
  V: 'U',
  J: 'U',
  M: 'W',
  K: 'X',
  B: '3',
  8: '3',
  Q: '9',
}

const { values } = parseArgs({ options: { count: { type: 'string', default: '300' } } })
const count = Number(values.count)
if (!Number.isInteger(count) || count < 1) throw new Error('--count must be a whole number above 0.')

ensureTesseract()
const python = ensureDdddocr()
const control = { answer: 'EH3XA', jpeg: drawPlainText('EH3XA') }
const pictures = Array.from({ length: count }, () => {
  const answer = randomCaptchaText()
  return { answer, jpeg: drawCaptcha(answer, Math.random).toBuffer('image/jpeg', CAPTCHA_JPEG_QUALITY) }
})
report('tesseract', await readAll('tesseract', readWithTesseract))
report('ddddocr', await readAll('ddddocr', readWithDdddocr))

type Reader = (pictures: readonly Picture[], onPicture: (versions: string[]) => void) => Promise<void>

/** Returns how many captchas the program reads. Throws if it cannot read plain text, because then the rate means nothing. */
async function readAll(program: string, reader: Reader): Promise<number> {
  let isControlRead = false
  await reader([control], (versions) => {
    isControlRead = versions.length > 0
  })
  if (!isControlRead) throw new Error(`${program} does not read plain text: the measurement is not valid.`)
  let [done, read] = [0, 0]
  const readByVersion = new Map<string, number>()
  await reader(pictures, (versions) => {
    done++
    if (versions.length > 0) read++
    for (const version of versions) readByVersion.set(version, (readByVersion.get(version) ?? 0) + 1)
    if (done % PROGRESS_INTERVAL === 0) console.log(`${program}: ${done} of ${count}, ${read} read`)
  })
  for (const [version, times] of readByVersion) console.log(`  ${version}: ${times}`)
  return read
}

function report(program: keyof typeof MAX_RATES, read: number): void {
  const percent = (rate: number): string => `${(rate * 100).toFixed(1)} %`
  const maxRate = MAX_RATES[program]
  console.log(
    `${program} read ${read} of ${count} captchas (${percent(read / count)}, at most ${percent(maxRate)})`,
  )
  if (read / count > maxRate) process.exitCode = 1
}

async function readWithDdddocr(
  shown: readonly Picture[],
  onPicture: (versions: string[]) => void,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'castellan-captcha-ocr-'))
  try {
    await Promise.all(shown.map(({ jpeg }, number) => writeFile(join(folder, `${number}.jpg`), jpeg)))
    const script = fileURLToPath(new URL('captcha-ddddocr.py', import.meta.url))
    const child = spawn(python, [script, folder, String(shown.length)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = exitOf(child)
    let number = 0
    for await (const line of createInterface({ input: child.stdout })) {
      const readings: Record<string, string[]> = JSON.parse(line)
      const answer = shown[number++]?.answer
      const versions = Object.keys(readings).filter((version) =>
        readings[version]?.some((reading) => toAlphabet(reading) === answer),
      )
      onPicture(versions)
    }
    await ended
    if (number !== shown.length) throw new Error('ddddocr did not read all pictures.')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns the reading in the captcha alphabet: look-alikes are replaced, everything else is removed. */
function toAlphabet(reading: string): string {
  return Array.from(reading, (character) => {
    // A lower-case g or q resembles a nine, unlike its capital letter.
    if (character === 'g' || character === 'q') return '9'
    const capital = normaliseCaptchaText(character)
    if (CAPTCHA_ALPHABET.includes(capital)) return capital
    return LOOK_ALIKES[capital] ?? ''
  }).join('')
}

async function readWithTesseract(
  shown: readonly Picture[],
  onPicture: (versions: string[]) => void,
): Promise<void> {
  const remaining = shown.values()
  await Promise.all(
    Array.from({ length: TESSERACT_PROCESSES }, async () => {
      for (const { jpeg, answer } of remaining) {
        const correct: string[] = []
        for (const [version, bytes] of Object.entries({ plain: jpeg, ...(await preprocess(jpeg)) })) {
          for (const [mode, number] of Object.entries(PAGE_MODES)) {
            const reading = normaliseCaptchaText((await tesseract(bytes, number)).replace(/\s/g, ''))
            if (reading === answer) correct.push(`${version}, as a ${mode}`)
          }
        }
        onPicture(correct)
      }
    }),
  )
}

async function tesseract(picture: Buffer, pageMode: string): Promise<string> {
  const child = spawn(
    'tesseract',
    ['stdin', 'stdout', '--psm', pageMode, '-c', `tessedit_char_whitelist=${CAPTCHA_ALPHABET}`],
    { stdio: ['pipe', 'pipe', 'ignore'], env: { ...process.env, OMP_THREAD_LIMIT: '1' } },
  )
  child.stdin.end(picture)
  const [output] = await Promise.all([text(child.stdout), exitOf(child)])
  return output
}

/** Waits for the process. Throws if it failed, because a missing reading would count as "not read". */
async function exitOf(child: ChildProcess): Promise<void> {
  const [exitCode] = await once(child, 'close')
  if (exitCode !== 0) throw new Error(`${child.spawnfile} failed with exit code ${exitCode}.`)
}

/** Returns enlarged versions of the picture: grey, and separated into black and white both ways. */
async function preprocess(picture: Buffer): Promise<Record<string, Buffer>> {
  const image = await loadImage(picture)
  const canvas = createCanvas(image.width * ENLARGEMENT, image.height * ENLARGEMENT)
  const context = canvas.getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  const frame = context.getImageData(0, 0, canvas.width, canvas.height)
  const pixels = frame.data
  const greys = Uint8Array.from({ length: pixels.length / 4 }, (_, index) => {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(index * 4, index * 4 + 3)
    return 0.299 * red + 0.587 * green + 0.114 * blue
  })
  const render = (shadeOf: (grey: number) => number): Buffer => {
    for (const [index, grey] of greys.entries()) pixels.fill(shadeOf(grey), index * 4, index * 4 + 3)
    context.putImageData(frame, 0, 0)
    return canvas.toBuffer('image/png')
  }
  const threshold = otsuThreshold(greys)
  return {
    'enlarged grey': render((grey) => grey),
    'black on white': render((grey) => (grey < threshold ? 0 : 255)),
    'white on black': render((grey) => (grey < threshold ? 255 : 0)),
  }
}

/** Returns the grey that separates the pixels into the two most different groups (Otsu's method). */
function otsuThreshold(greys: Uint8Array): number {
  const histogram = new Array<number>(256).fill(0)
  for (const grey of greys) histogram[grey] = (histogram[grey] ?? 0) + 1
  const sum = histogram.reduce((total, pixels, grey) => total + pixels * grey, 0)
  let darker = 0
  let darkerSum = 0
  let best = { threshold: 128, contrast: 0 }
  for (const [grey, pixels] of histogram.entries()) {
    darker += pixels
    darkerSum += pixels * grey
    const lighter = greys.length - darker
    if (darker === 0 || lighter === 0) continue
    const contrast = darker * lighter * (darkerSum / darker - (sum - darkerSum) / lighter) ** 2
    if (contrast > best.contrast) best = { threshold: grey + 1, contrast }
  }
  return best.threshold
}

function drawPlainText(content: string): Buffer {
  const canvas = createCanvas(240, 80)
  const context = canvas.getContext('2d')
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = 'black'
  context.font = `48px ${CAPTCHA_FONTS[0]}`
  context.fillText(content, 20, 58)
  return canvas.toBuffer('image/jpeg', CAPTCHA_JPEG_QUALITY)
}

function ensureTesseract(): void {
  if (succeeds('tesseract', ['--version'])) return
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    console.log('Installing tesseract-ocr …')
    spawnSync('apt-get', ['update'], { stdio: 'inherit' })
    spawnSync('apt-get', ['install', '--yes', 'tesseract-ocr'], { stdio: 'inherit' })
    if (succeeds('tesseract', ['--version'])) return
  }
  fail('tesseract is not installed. On Debian: apt-get install tesseract-ocr')
}

/** Installs ddddocr into a virtual environment of its own and returns the path of its Python. */
function ensureDdddocr(): string {
  const program = join(PYTHON_ENVIRONMENT, 'bin', 'python')
  if (succeeds(program, ['-c', 'import ddddocr'])) return program
  if (!succeeds('python3', ['--version']))
    fail('Python 3 is not installed. On Debian: apt-get install python3-venv')
  console.log(`Installing ddddocr into ${PYTHON_ENVIRONMENT} …`)
  const isInstalled =
    succeeds('python3', ['-m', 'venv', PYTHON_ENVIRONMENT], 'inherit') &&
    succeeds(program, ['-m', 'pip', 'install', '--quiet', 'ddddocr'], 'inherit')
  if (!isInstalled)
    fail('ddddocr cannot be installed. It needs python3-venv and access to a Python package index.')
  return program
}

function succeeds(program: string, parameters: string[], stdio: 'ignore' | 'inherit' = 'ignore'): boolean {
  return spawnSync(program, parameters, { stdio }).status === 0
}

function fail(message: string): never {
  console.error(message)
  process.exit(2)
}
