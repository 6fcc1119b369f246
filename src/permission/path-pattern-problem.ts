import { ESCAPE, LITERAL_CHARACTERS, MAX_PATTERN_LENGTH, MAX_PATTERN_SEGMENTS } from './path-characters.ts'

const GOOD_ESCAPES = new RegExp(ESCAPE, 'g')
const BAD_ESCAPE = /%.{0,2}/su
const NO_LITERAL_CHARACTER = new RegExp(`[^${LITERAL_CHARACTERS}]`, 'u')
const NAME = /^:[A-Za-z0-9_-]+$/
const BRACED_NAME = /^\{([A-Za-z0-9_-]+)\}$/
const CONTROL_CHARACTER = /[\p{Cc}\p{Cs}]/u
const MAX_QUOTED_LENGTH = 100

/** Returns what is wrong with an invalid path pattern and what to write instead. */
export function describePatternProblem(text: string): string {
  return `the path pattern ${quoted(text)} cannot be used: ${adviceFor(text)}`
}

function adviceFor(text: string): string {
  if (text.length > MAX_PATTERN_LENGTH) return `write at most ${MAX_PATTERN_LENGTH} characters`
  if (text === '' || text === '*') return 'write "/*" for every path'
  if (!text.startsWith('/')) return `it must start with "/": write ${quoted(`/${text}`)}`
  if (text.includes('//')) return 'write one "/" in place of "//"'
  const segments = text.split('/').slice(1)
  for (const [i, segment] of segments.entries()) {
    const advice = adviceForSegment(segment, i === segments.length - 1)
    if (advice !== undefined) return advice
  }
  return `write at most ${MAX_PATTERN_SEGMENTS} segments, and "/*" for what is deeper`
}

function adviceForSegment(segment: string, isLast: boolean): string | undefined {
  const whole = `in place of ${quoted(segment)}`
  if (segment === '.' || segment === '..') return `write the path that ${quoted(segment)} leads to`
  if (segment === '*')
    return isLast ? undefined : 'write "/*" only at the very end, and ":name" for one segment'
  if (segment.includes('*'))
    return `write ":name" ${whole}, or "/*" after a whole segment for anything below it`
  if (NAME.test(segment)) return undefined
  if (segment.startsWith(':')) return `write ":" and a name of letters, digits, "_" and "-" ${whole}`
  const braced = BRACED_NAME.exec(segment)?.[1]
  if (braced !== undefined) return `write ":${braced}" ${whole}`
  const unescaped = segment.replace(GOOD_ESCAPES, '_')
  const badEscape = BAD_ESCAPE.exec(unescaped)?.[0]
  if (badEscape !== undefined) return adviceForEscape(badEscape)
  const character = NO_LITERAL_CHARACTER.exec(unescaped)?.[0]
  return character === undefined ? undefined : adviceForCharacter(character, whole)
}

function adviceForCharacter(character: string, whole: string): string {
  if (character === '?' || character === '#') return 'write the path alone, without a query or fragment'
  if (character === '\\') return 'write "/" in place of a backslash'
  if (character === ';') return 'write it without ";": a request with one in its path is refused'
  // Casbin would read these as a regular expression, or as a name inside a segment.
  if ('.+()$:'.includes(character)) {
    return `${quoted(character)} cannot stand in a literal segment: write ":name" ${whole}`
  }
  if (CONTROL_CHARACTER.test(character)) return 'write it without control characters and lone surrogates'
  return `write ${quoted(encodeURIComponent(character))} in place of ${quoted(character)}`
}

function adviceForEscape(escaped: string): string {
  if (!/^%[0-9A-Fa-f]{2}$/.test(escaped)) return 'write "%25" for a percent sign'
  const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
  if (character === '.') return 'write ":name" for a segment with a dot in it'
  if (/[A-Za-z0-9\-_~]/.test(character)) return `write ${quoted(character)} in place of ${quoted(escaped)}`
  const upperCase = escaped.toUpperCase()
  if (upperCase !== escaped) return `write ${quoted(upperCase)} in place of ${quoted(escaped)}`
  return `write it without ${quoted(escaped)}: a request with that in its path is refused`
}

function quoted(text: string): string {
  return JSON.stringify(text.length > MAX_QUOTED_LENGTH ? `${text.slice(0, MAX_QUOTED_LENGTH)}…` : text)
}
