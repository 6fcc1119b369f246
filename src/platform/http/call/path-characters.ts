/**
 * The characters of a canonical path, as sources of regular expressions. Request paths (`guard/canonical-path.ts`) and
 * the literals of path patterns use the same characters, so that every rule can match a request.
 */

/** RFC 3986's `pchar` without `;`, at which some servers cut a segment, so that such a path is ambiguous. */
export const PLAIN_CHARACTER = "[A-Za-z0-9\\-._~!$&'()*+,=:@]"

/**
 * Upper-case hex digits, without unreserved characters, control characters and characters that are special to other
 * servers after decoding (`/`, `\`, `;`). `%25` before two hex digits is excluded, because a path that is encoded twice
 * is ambiguous. A reserved character and its escape (`!`, `%21`) are two different paths according to RFC 3986: a rule
 * for one does not allow the other.
 */
const ASCII_ESCAPE = '2[0-46-9A-C]|25(?![0-9A-Fa-f]{2})|3[AC-F]|40|5[BDE]|60|7[B-D]'

/** Well-formed UTF-8 only, because some decoders read an overlong `%C0%AF` as a slash. Without U+0080 to U+009F. */
const CONTINUATION = '%[89AB][0-9A-F]'
const BEYOND_ASCII = [
  '(?:C2%[AB][0-9A-F])',
  `(?:(?:C[3-9A-F]|D[0-9A-F])${CONTINUATION})`,
  `(?:E0%[AB][0-9A-F]${CONTINUATION})`,
  `(?:E[1-9A-CEF]${CONTINUATION}${CONTINUATION})`,
  `(?:ED%[89][0-9A-F]${CONTINUATION})`,
  `(?:F0%[9AB][0-9A-F]${CONTINUATION}${CONTINUATION})`,
  `(?:F[1-3]${CONTINUATION}${CONTINUATION}${CONTINUATION})`,
  `(?:F4%8[0-9A-F]${CONTINUATION}${CONTINUATION})`,
].join('|')

export const ESCAPE = `%(?:${ASCII_ESCAPE}|${BEYOND_ASCII})`

/** `/`, or segments that are neither empty nor dots with an optional `/` at the end. */
export const CANONICAL_PATH = `(?=/)(?:/(?!\\.{1,2}(?:[/?]|$))(?:${PLAIN_CHARACTER}|${ESCAPE})+)*/?`

/**
 * The unescaped characters of a literal in a path pattern, as the inside of a character class: those of a path without
 * `:` and without the characters that are special in Casbin's regular expressions (`.`, `+`, `(`, `)`, `$`, `*`).
 */
export const LITERAL_CHARACTERS = "A-Za-z0-9\\-_~!&',=@"

export const MAX_PATTERN_LENGTH = 1024
export const MAX_PATTERN_SEGMENTS = 64
