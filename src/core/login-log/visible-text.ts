// Control, format (bidi controls among them) and line-separating characters, and lone surrogates.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u
const PRINTABLE_ASCII = /^[ -~]*$/
const ELLIPSIS = '…'

/**
 * Returns what a client sent as text on one line. Characters that are invisible or move the cursor are escaped, as in
 * `\u001b`. The result has at most `limit` code points; a longer text ends in `…`. A backslash is not escaped, so that
 * `DOMAIN\user` is found as it was typed. Never throws.
 *
 * @example visibleText('admin\r\nroot', 255) // 'admin\\u000d\\u000aroot'
 */
export function visibleText(value: unknown, limit: number): string {
  // A code point has at most two code units.
  const text = textOf(value).slice(0, (limit + 1) * 2)
  if (text.length <= limit && (PRINTABLE_ASCII.test(text) || !INVISIBLE.test(text))) return text

  const pieces: string[] = []
  let length = 0
  for (const character of text) {
    const piece = INVISIBLE.test(character) ? escaped(character) : character
    pieces.push(piece)
    length += lengthOf(piece)
    if (length > limit) return shortened(pieces, length, limit)
  }
  return pieces.join('')
}

/** Removes whole pieces, so that no escape is cut in half. */
function shortened(pieces: string[], length: number, limit: number): string {
  let left = length
  while (left > limit - lengthOf(ELLIPSIS)) left -= lengthOf(pieces.pop() ?? ELLIPSIS)
  return pieces.join('') + ELLIPSIS
}

function lengthOf(piece: string): number {
  return piece.startsWith('\\') ? piece.length : 1
}

function escaped(character: string): string {
  const codePoint = (character.codePointAt(0) ?? 0).toString(16)
  return codePoint.length > 4 ? `\\u{${codePoint}}` : `\\u${codePoint.padStart(4, '0')}`
}

/** An invalid body may contain any value in place of the text. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === undefined || value === null) return ''
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return ''
  }
}
