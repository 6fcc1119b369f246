/**
 * Measures how many spoken captchas pocketsphinx recognizes, a speech recognizer with an English model. It knows the words and
 * the number of characters. Fails above the highest accepted rate. As a control it must recognize the same voices without
 * interference.
 *
 *   npx tsx tools/captcha/captcha-speech.ts [--count 300] [--control 40] [--denoise]
 */
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import {
  DEFAULT_INTERFERENCE,
  type Interference,
  mixCaptcha,
} from '../../src/core/login/captcha/captcha-mixing.ts'
import { CAPTCHA_LENGTH, randomCaptchaText } from '../../src/core/login/captcha/captcha-text.ts'
import { loadVoices, VOICES_SAMPLE_RATE } from '../../src/core/login/captcha/captcha-voices.ts'
import { randomFraction } from '../../src/core/login/captcha/random.ts'
import { encodeWav } from '../../src/core/login/captcha/wav.ts'
import { SPOKEN_CHARACTERS } from './spoken-characters.ts'

const MAX_RATE = 0.05
/** Characters that must be recognized without interference. Otherwise the measurement says nothing. */
const MIN_CONTROL_RATE = 0.5
const CLEAN: Interference = { babble: 0, noise: 0, echo: 0 }
const DIGITS: Readonly<Record<string, string>> = { 3: 'three', 9: 'nine' }
/** The environment is reused by later runs. */
const PYTHON_ENVIRONMENT = join(tmpdir(), 'castellan-captcha-speech-python')

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '300' },
    control: { type: 'string', default: '40' },
    denoise: { type: 'boolean', default: false },
    /** Loudness of babble, noise and echo, such as `{"babble":0.5}`, to compare settings. */
    interference: { type: 'string', default: '{}' },
  },
})
const voices = await loadVoices()
const python = ensurePocketsphinx()
const version = values.denoise ? 'denoised' : 'plain'
const interference: Interference = { ...DEFAULT_INTERFERENCE, ...JSON.parse(values.interference) }

const control = await recognizeAll('without interference', Number(values.control), CLEAN)
if (control.characters < MIN_CONTROL_RATE)
  fail('The control is not recognized: the measurement is not valid.')
const measured = await recognizeAll(JSON.stringify(interference), Number(values.count), interference)
if (measured.texts > MAX_RATE) process.exitCode = 1

/** Returns which shares of the texts, and of the characters at their position, were recognized. */
async function recognizeAll(
  name: string,
  count: number,
  loudness: Interference,
): Promise<{ texts: number; characters: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'castellan-captcha-speech-'))
  try {
    const answers = Array.from({ length: count }, () => randomCaptchaText())
    for (const [number, text] of answers.entries()) {
      await writeFile(join(folder, `${number}.wav`), encodeWav(mix(text, loudness), VOICES_SAMPLE_RATE))
    }
    const script = fileURLToPath(new URL('captcha-pocketsphinx.py', import.meta.url))
    const child = spawn(python, [script, folder, String(count), JSON.stringify(spokenWords()), version], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(child, 'close')
    let [done, texts, characters] = [0, 0, 0]
    for await (const line of createInterface({ input: child.stdout })) {
      const answer = answers[done++] ?? ''
      const right = countRight(answer, line)
      characters += right
      if (right === CAPTCHA_LENGTH) texts++
      if (done % 10 === 0 || done === count) {
        const share = ((100 * characters) / (done * CAPTCHA_LENGTH)).toFixed(0)
        console.log(`${name}: ${texts} of ${done} texts, ${share} % of the characters`)
      }
    }
    const [exitCode] = await ended
    if (exitCode !== 0 || done !== count) throw new Error('pocketsphinx did not process all recordings.')
    return { texts: texts / count, characters: characters / (count * CAPTCHA_LENGTH) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function countRight(answer: string, reading: string): number {
  return Array.from(answer).filter((character, at) => reading[at] === character).length
}

function mix(text: string, loudness: Interference): Float32Array {
  const steps = mixCaptcha({
    text,
    voices,
    random: randomFraction,
    randomBytes: (length) => Int8Array.from(randomBytes(length)),
    interference: loudness,
  })
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Returns the words in the spelling of the recognizer's dictionary. */
function spokenWords(): Record<string, string[]> {
  const spell = (text: string): string => text.toLowerCase().replace(/\d/, (digit) => DIGITS[digit] ?? digit)
  return Object.fromEntries(
    Object.entries(SPOKEN_CHARACTERS).map(([character, texts]) => [character, texts.map(spell)]),
  )
}

/** Installs pocketsphinx into a virtual environment of its own and returns the path of its Python. */
function ensurePocketsphinx(): string {
  const program = join(PYTHON_ENVIRONMENT, 'bin', 'python')
  const succeeds = (command: string, parameters: string[]): boolean =>
    spawnSync(command, parameters, { stdio: 'ignore' }).status === 0
  if (succeeds(program, ['-c', 'import pocketsphinx, numpy'])) return program
  const isInstalled =
    succeeds('python3', ['-m', 'venv', PYTHON_ENVIRONMENT]) &&
    succeeds(program, ['-m', 'pip', 'install', '--quiet', 'pocketsphinx==5.1.1', 'numpy'])
  if (!isInstalled)
    fail('pocketsphinx cannot be installed. It needs python3-venv and a Python package index.')
  return program
}

function fail(message: string): never {
  console.error(message)
  process.exit(2)
}
