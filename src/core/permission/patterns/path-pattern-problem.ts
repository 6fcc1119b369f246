import {
  ESCAPE,
  LITERAL_CHARACTERS,
  MAX_PATTERN_LENGTH,
  MAX_PATTERN_SEGMENTS,
} from '../../../platform/http/call/path-characters.ts'
import type { InputProblem, LocalizedText } from '../../../platform/refusal/refusal.ts'
import { quoted } from '../../../platform/text/quoted.ts'

const GOOD_ESCAPES = new RegExp(ESCAPE, 'g')
const BAD_ESCAPE = /%.{0,2}/su
const NO_LITERAL_CHARACTER = new RegExp(`[^${LITERAL_CHARACTERS}]`, 'u')
const NAME = /^:[A-Za-z0-9_-]+$/
const BRACED_NAME = /^\{([A-Za-z0-9_-]+)\}$/
const CONTROL_CHARACTER = /[\p{Cc}\p{Cs}]/u

/** Returns what is wrong with an invalid path pattern and what to write instead. */
export function describePatternProblem(text: string): InputProblem {
  const { en, zh } = adviceFor(text)
  return {
    field: 'path',
    en: `the path pattern ${quoted(text)} cannot be used: ${en}`,
    zh: `路径模式 ${quoted(text)} 无法使用：${zh}`,
  }
}

function adviceFor(text: string): LocalizedText {
  if (text.length > MAX_PATTERN_LENGTH)
    return { en: `write at most ${MAX_PATTERN_LENGTH} characters`, zh: `最多 ${MAX_PATTERN_LENGTH} 个字符` }
  if (text === '' || text === '*') return { en: 'write "/*" for every path', zh: '所有路径请写“/*”' }
  if (!text.startsWith('/')) {
    const fixed = quoted(`/${text}`)
    return { en: `it must start with "/": write ${fixed}`, zh: `须以“/”开头，请写 ${fixed}` }
  }
  if (text.includes('//')) return { en: 'write one "/" in place of "//"', zh: '请将“//”写为一个“/”' }
  const segments = text.split('/').slice(1)
  for (const [i, segment] of segments.entries()) {
    const advice = adviceForSegment(segment, i === segments.length - 1)
    if (advice !== undefined) return advice
  }
  return {
    en: `write at most ${MAX_PATTERN_SEGMENTS} segments, and "/*" for what is deeper`,
    zh: `最多 ${MAX_PATTERN_SEGMENTS} 段，更深的路径请用“/*”`,
  }
}

function adviceForSegment(segment: string, isLast: boolean): LocalizedText | undefined {
  const whole = quoted(segment)
  if (segment === '.' || segment === '..') {
    return { en: `write the path that ${whole} leads to`, zh: `请写 ${whole} 所指的路径` }
  }
  if (segment === '*') return isLast ? undefined : INNER_STAR
  if (segment.includes('*')) {
    return {
      en: `write ":name" in place of ${whole}, or "/*" after a whole segment for anything below it`,
      zh: `请将 ${whole} 写为“:name”，或在完整的一段之后写“/*”表示其下所有路径`,
    }
  }
  if (NAME.test(segment)) return undefined
  if (segment.startsWith(':')) {
    return {
      en: `write ":" and a name of letters, digits, "_" and "-" in place of ${whole}`,
      zh: `请将 ${whole} 写为“:”加由字母、数字、“_”和“-”组成的名称`,
    }
  }
  const braced = BRACED_NAME.exec(segment)?.[1]
  if (braced !== undefined) return replacement(`":${braced}"`, whole)
  const unescaped = segment.replace(GOOD_ESCAPES, '_')
  const badEscape = BAD_ESCAPE.exec(unescaped)?.[0]
  if (badEscape !== undefined) return adviceForEscape(badEscape)
  const character = NO_LITERAL_CHARACTER.exec(unescaped)?.[0]
  return character === undefined ? undefined : adviceForCharacter(character, whole)
}

const INNER_STAR: LocalizedText = {
  en: 'write "/*" only at the very end, and ":name" for one segment',
  zh: '“/*”只能写在末尾，一段路径请写“:name”',
}

function replacement(wanted: string, given: string): LocalizedText {
  return { en: `write ${wanted} in place of ${given}`, zh: `请将 ${given} 写为 ${wanted}` }
}

function adviceForCharacter(character: string, whole: string): LocalizedText {
  if (character === '?' || character === '#') {
    return { en: 'write the path alone, without a query or fragment', zh: '只写路径，不含查询参数和片段' }
  }
  if (character === '\\') return { en: 'write "/" in place of a backslash', zh: '请将反斜杠写为“/”' }
  if (character === ';') {
    return {
      en: 'write it without ";": a request with one in its path is refused',
      zh: '请去掉“;”：路径中含有它的请求会被拒绝',
    }
  }
  // Casbin would read these as a regular expression, or as a name inside a segment.
  if ('.+()$:'.includes(character)) {
    return {
      en: `${quoted(character)} cannot stand in a literal segment: write ":name" in place of ${whole}`,
      zh: `固定的路径段中不能有 ${quoted(character)}，请将 ${whole} 写为“:name”`,
    }
  }
  if (CONTROL_CHARACTER.test(character)) {
    return {
      en: 'write it without control characters and lone surrogates',
      zh: '请去掉控制字符和无效的 Unicode 字符',
    }
  }
  return replacement(quoted(encodeURIComponent(character)), quoted(character))
}

function adviceForEscape(escaped: string): LocalizedText {
  if (!/^%[0-9A-Fa-f]{2}$/.test(escaped))
    return { en: 'write "%25" for a percent sign', zh: '百分号请写“%25”' }
  const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
  if (character === '.') {
    return { en: 'write ":name" for a segment with a dot in it', zh: '含有点号的一段请写“:name”' }
  }
  if (/[A-Za-z0-9\-_~]/.test(character)) return replacement(quoted(character), quoted(escaped))
  const upperCase = escaped.toUpperCase()
  if (upperCase !== escaped) return replacement(quoted(upperCase), quoted(escaped))
  return {
    en: `write it without ${quoted(escaped)}: a request with that in its path is refused`,
    zh: `请去掉 ${quoted(escaped)}：路径中含有它的请求会被拒绝`,
  }
}
