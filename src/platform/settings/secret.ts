import { knownSecrets } from './known-secrets.ts'

const MIN_BYTES = 32

/** A secret must have this many characters besides the known ones that it contains. */
const MIN_UNKNOWN_CHARACTERS = 12

const MIN_DISTINCT_BYTES = 8

/** 32 random bytes have about 30 distinct sequences of three bytes. A repeated word has only one per letter. */
const MIN_DISTINCT_TRIGRAMS = 20

const FIX = 'Fix: generate one with: openssl rand -base64 48'

/**
 * Returns why a secret must not sign tokens, and the fix. The text does not contain the secret.
 *
 * @example
 * ```ts
 * problemOfSecret('your-256-bit-secret') // 'has 19 bytes, but needs at least 32. Fix: generate one with: …'
 * ```
 */
export function problemOfSecret(secret: string): string | undefined {
  const bytes = Buffer.byteLength(secret, 'utf8')
  if (bytes < MIN_BYTES) return `has ${bytes} bytes, but needs at least ${MIN_BYTES}. ${FIX}`
  const texts = [secret, ...decodedTexts(secret)]
  if (texts.some(isKnown)) return `is publicly known. ${FIX}`
  if (texts.some(hasLowEntropy)) return `follows a simple pattern and can be guessed. ${FIX}`
  return undefined
}

/** Returns the printable texts that the secret encodes: tutorials often encode a plain word in base64 or hex. */
function decodedTexts(secret: string): readonly string[] {
  const decoded = [Buffer.from(secret, 'base64').toString('latin1')]
  if (/^([\da-f]{2})+$/i.test(secret)) decoded.push(Buffer.from(secret, 'hex').toString('latin1'))
  return decoded.filter((text) => /^[\x20-\x7e]{16,}\n?$/.test(text))
}

// The longest first, because some contain others.
const normalizedKnownSecrets: readonly string[] = knownSecrets
  .map(normalized)
  .sort((a, b) => b.length - a.length)

/** Returns whether the text is a known secret, also if it is repeated or a few characters are added. */
function isKnown(text: string): boolean {
  const rest = normalizedKnownSecrets.reduce((left, known) => left.replaceAll(known, ''), normalized(text))
  return rest.length < MIN_UNKNOWN_CHARACTERS
}

function normalized(text: string): string {
  return text.toLowerCase().replace(/[\s\-_.,=!]/g, '')
}

function hasLowEntropy(text: string): boolean {
  const bytes = Buffer.from(text).toString('latin1')
  const trigrams = Array.from({ length: bytes.length - 2 }, (_, index) => bytes.slice(index, index + 3))
  return new Set(bytes).size < MIN_DISTINCT_BYTES || new Set(trigrams).size < MIN_DISTINCT_TRIGRAMS
}
