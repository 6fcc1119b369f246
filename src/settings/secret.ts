import { knownSecrets } from './known-secrets.ts'
import { placeholderWords } from './placeholder-words.ts'
import { isHashOfCommonWord, isPredictable } from './secret-patterns.ts'

const SHORTEST_BYTES = 32

/** So many characters must be left when all that is publicly known is taken away. */
const FEWEST_OWN_CHARACTERS = 12

const FIX = 'Fix: generate one with: openssl rand -base64 48'

/**
 * Why a secret must not sign tokens, and the fix; nothing if it may. The secret itself is not in the answer.
 *
 * @example
 * ```ts
 * problemOfSecret('your-256-bit-secret') // 'has 19 bytes, but needs at least 32. Fix: generate one with: …'
 * ```
 */
export function problemOfSecret(secret: string): string | undefined {
  const bytes = Buffer.byteLength(secret, 'utf8')
  if (bytes < SHORTEST_BYTES) return `has ${bytes} bytes, but needs at least ${SHORTEST_BYTES}. ${FIX}`
  const readings = readingsOf(secret)
  if (readings.some(isPublic)) return `is publicly known or made of words that anyone would try. ${FIX}`
  if (readings.some(isPredictable)) return `follows a pattern that can be guessed. ${FIX}`
  if (isHashOfCommonWord(secret)) return `is the hash of a common word. ${FIX}`
  return undefined
}

/** The secret as it is written, and the texts that it encodes: many a tutorial hides a plain word in base64 or hex. */
function readingsOf(secret: string): readonly string[] {
  const decoded = [
    Buffer.from(secret, 'base64'),
    /^([\da-f]{2})+$/i.test(secret) ? Buffer.from(secret, 'hex') : undefined,
  ]
  const texts = decoded.flatMap((bytes) => (bytes === undefined ? [] : [bytes.toString('latin1')]))
  return [secret, ...texts.filter((text) => /^[\x20-\x7e]{16,}\n?$/.test(text))]
}

const vocabulary: ReadonlySet<string> = new Set([...placeholderWords, ...knownSecrets].map(bareText))
const wordLengths: readonly number[] = [...new Set([...vocabulary].map((word) => word.length))]

/** Whether little is left of the text besides known secrets and the words that placeholders are made of. */
function isPublic(text: string): boolean {
  return fewestUncovered(bareText(text)) < FEWEST_OWN_CHARACTERS
}

/** Without what merely joins or ends words. */
function bareText(text: string): string {
  return text.toLowerCase().replace(/[\s\-_.,=!]/g, '')
}

/** The fewest characters that no word covers, over all ways to lay words over the text. */
function fewestUncovered(text: string): number {
  const uncovered: number[] = [0]
  for (let end = 1; end <= text.length; end++) {
    let fewest = (uncovered[end - 1] ?? 0) + 1
    for (const length of wordLengths) {
      const before = uncovered[end - length] ?? end
      if (before < fewest && vocabulary.has(text.slice(end - length, end))) fewest = before
    }
    uncovered.push(fewest)
  }
  return uncovered[text.length] ?? 0
}
