/** Why a JSON text is refused. */
export type JsonProblem = 'too-deep' | 'too-many-values' | 'duplicate-member' | 'syntax'

/** Thrown by `parseStrictJson`. */
class StrictJsonError extends Error {
  readonly problem: JsonProblem

  constructor(problem: JsonProblem) {
    super(`JSON refused: ${problem}`)
    this.name = 'StrictJsonError'
    this.problem = problem
  }
}

export const DEFAULT_MAX_DEPTH = 64
/** Counted by brackets and commas. Parsing a text with millions of values would block the event loop. */
export const MAX_VALUES = 150_000

/**
 * Parses JSON as `JSON.parse` does, and refuses objects with duplicate members and texts that nest too deep or have too many
 * values.
 * Parsers differ in which duplicate they use, so a document with one can mean two things.
 *
 * @example
 * parseStrictJson('{"a":1,"b":2}')      // { a: 1, b: 2 }
 * parseStrictJson('{"a":1,"\\u0061":2}') // throws StrictJsonError with the problem 'duplicate-member'
 */
export function parseStrictJson(text: string, maxDepth = DEFAULT_MAX_DEPTH): unknown {
  const problem = findJsonProblem(text, maxDepth)
  if (problem !== undefined) throw new StrictJsonError(problem)
  try {
    return JSON.parse(text)
  } catch {
    throw new StrictJsonError('syntax')
  }
}

/**
 * Returns a problem that `JSON.parse` does not detect, in time linear in the length of the text. A text that is not
 * valid JSON may have no problem here: `JSON.parse` refuses it afterwards.
 */
export function findJsonProblem(text: string, maxDepth = DEFAULT_MAX_DEPTH): JsonProblem | undefined {
  /** The member names of each open object; undefined for an open array. */
  const open: (Set<string> | undefined)[] = []
  let isNameExpected = false
  let values = 0
  let index = 0
  while (index < text.length) {
    const character = text.charAt(index)
    switch (character) {
      case '{':
      case '[':
        if (open.length === maxDepth) return 'too-deep'
        if (++values > MAX_VALUES) return 'too-many-values'
        open.push(character === '{' ? new Set() : undefined)
        isNameExpected = character === '{'
        break
      case '}':
      case ']':
        open.pop()
        isNameExpected = false
        break
      case ',':
        if (++values > MAX_VALUES) return 'too-many-values'
        isNameExpected = open.at(-1) !== undefined
        break
      case '"': {
        const end = endOfString(text, index)
        if (isNameExpected) {
          const name = decodeString(text.slice(index, end))
          const names = open.at(-1)
          if (name === undefined) return 'syntax'
          if (names?.has(name)) return 'duplicate-member'
          names?.add(name)
          isNameExpected = false
        }
        index = end
        continue
      }
    }
    index++
  }
  return undefined
}

/** Returns the index after the closing quote, or the length of the text if there is none. */
function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    const character = text.charAt(index)
    if (character === '\\') index++
    else if (character === '"') return index + 1
  }
  return text.length
}

/** Escapes are decoded, so that two spellings of one name are equal. */
function decodeString(literal: string): string | undefined {
  if (!literal.includes('\\')) return literal.slice(1, -1)
  try {
    return String(JSON.parse(literal))
  } catch {
    return undefined
  }
}
