// Control, format (bidi controls among them) and line-separating characters, and lone surrogates.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u
const PRINTABLE_ASCII = /^[ -~]*$/
const ELLIPSIS = '…'

/**
 * What a client sent, as text that stays on one line and shows what it is made of: characters that a reader
 * would not see, or that would move the cursor, become `\u001b`. At most `limit` code points; a longer text ends
 * in `…`. A backslash stays as it is: `DOMAIN\user` is searched for as it was typed. Never throws.
 *
 * @example visibleText('admin\r\nroot', 255) // 'admin\\u000d\\u000aroot'
 */
export function visibleText(value: unknown, limit: number): string {
  // A code point has at most two units: what lies behind can't be shown anyway.
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

/** Whole pieces are dropped, so that no escape is cut in half. */
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

/** A body that failed its checks may hold anything where the text should be; it was tried all the same. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === undefined || value === null) return ''
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return ''
  }
}
