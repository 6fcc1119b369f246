/**
 * What a canonical path is made of, as sources of regular expressions. The path of a request
 * (`http/canonical-path.ts`) and the literals of a path pattern are held to the same characters, so that a rule
 * never names a path that no request can have.
 */

/** RFC 3986's `pchar` less `;`: other servers cut a segment there, so a path with one is read in two ways. */
export const PLAIN_CHARACTER = "[A-Za-z0-9\\-._~!$&'()*+,=:@]"

/**
 * Upper-case hex, and never an unreserved character, a control character, or one that other servers give a meaning
 * after decoding (`/`, `\`, `;`). `%25` before two hex digits is a path encoded twice, which comes apart differently
 * wherever someone decodes once more. A reserved character and its escape (`!`, `%21`) are two paths, as RFC 3986
 * has it: clients send either, and a rule for one does not allow the other.
 */
const ASCII_ESCAPE = '2[0-46-9A-C]|25(?![0-9A-Fa-f]{2})|3[AC-F]|40|5[BDE]|60|7[B-D]'

/** Well-formed UTF-8 only: an overlong `%C0%AF` is a slash to a careless decoder. Without U+0080 to U+009F. */
const MORE = '%[89AB][0-9A-F]'
const BEYOND_ASCII = [
  '(?:C2%[AB][0-9A-F])',
  `(?:(?:C[3-9A-F]|D[0-9A-F])${MORE})`,
  `(?:E0%[AB][0-9A-F]${MORE})`,
  `(?:E[1-9A-CEF]${MORE}${MORE})`,
  `(?:ED%[89][0-9A-F]${MORE})`,
  `(?:F0%[9AB][0-9A-F]${MORE}${MORE})`,
  `(?:F[1-3]${MORE}${MORE}${MORE})`,
  `(?:F4%8[0-9A-F]${MORE}${MORE})`,
].join('|')

export const ESCAPE = `%(?:${ASCII_ESCAPE}|${BEYOND_ASCII})`

/**
 * What a literal of a path pattern may have unescaped, as the inside of a character class: the above less
 * whatever is active in the regular expression that Casbin makes of a pattern (`.`, `+`, `(`, `)`, `$`, `*`), and
 * less `:`.
 */
export const LITERAL_CHARACTERS = "A-Za-z0-9\\-_~!&',=@"

export const MAX_PATTERN_LENGTH = 1024
export const MAX_PATTERN_SEGMENTS = 64
