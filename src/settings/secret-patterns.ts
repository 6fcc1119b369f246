import { createHash } from 'node:crypto'

/** Whether the text follows a pattern: few different characters, a repeated unit, or steps through the alphabet. */
export function isPredictable(text: string): boolean {
  return new Set(text).size < 8 || repeatsItself(text) || isSequential(text) || isOfKeyGenerator(text)
}

const LONGEST_PERIOD = 16

function repeatsItself(text: string): boolean {
  const periods = Array.from({ length: LONGEST_PERIOD }, (_, index) => index + 1)
  return periods.some((period) => period * 2 <= text.length && text.startsWith(text.slice(period)))
}

/** `abcdefgh…`, `76543210…`: two of three characters are the neighbour of the one before. */
function isSequential(text: string): boolean {
  const steps = stepsOf(text, 1)
  return steps.filter((step) => Math.abs(step) <= 1).length * 3 >= (text.length - 1) * 2
}

/**
 * A much-used web page made "random" keys in which every other character is two to five letters further on
 * (`@NcRfUjXn2r5u8x/A?D(G+KbPdSgVkYp`). Its keys fill the tutorials, each a little different, and there are few of them.
 */
function isOfKeyGenerator(text: string): boolean {
  const steps = stepsOf(text, 2)
  const others = steps.filter((step) => step < 2 || step > 5)
  return steps.length >= 12 && others.length * 20 <= steps.length
}

/** How far each letter or digit is from the one `distance` before it, where both are of the same kind. */
function stepsOf(text: string, distance: number): readonly number[] {
  return [...text].flatMap((character, index, all) => {
    const before = all[index - distance]
    if (before === undefined || kindOf(before) === undefined || kindOf(before) !== kindOf(character))
      return []
    return [character.charCodeAt(0) - before.charCodeAt(0)]
  })
}

function kindOf(character: string): string | undefined {
  return ['a-z', 'A-Z', '0-9'].find((kind) => new RegExp(`^[${kind}]$`).test(character))
}

// The empty text is one of them.
const commonWords = `
secret password admin administrator root user guest test demo token jwt key salt hello world helloworld
changeme default letmein qwerty abc abc123 admin123 password123 123456 12345678 123456789 1234567890 111111
000000 888888 666666 secretkey secret-key secret_key mysecret supersecret jwtsecret jwt-secret jwt_secret
go-admin goadmin castellan ruoyi itcast itheima
`.split(/\s+/)

const hashesOfCommonWords: ReadonlySet<string> = new Set(
  commonWords.flatMap((word) =>
    ['md5', 'sha1', 'sha256', 'sha512'].flatMap((algorithm) => hashesOf(word, algorithm)),
  ),
)

function hashesOf(word: string, algorithm: string): readonly string[] {
  try {
    const hash = createHash(algorithm).update(word).digest()
    return [hash.toString('hex'), hash.toString('base64')]
  } catch {
    return [] // A Node.js in FIPS mode has no MD5.
  }
}

/** `e10adc39…` looks random, and is the MD5 of 123456. */
export function isHashOfCommonWord(secret: string): boolean {
  return hashesOfCommonWords.has(secret) || hashesOfCommonWords.has(secret.toLowerCase())
}
