const WIDE =
  /\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Emoji_Presentation}|[\u3000-\u303F\uFF01-\uFF60\uFFE0-\uFFE6]/u
const COMBINING = /\p{M}/u

/** Returns the number of columns that a text takes on a terminal. */
export function textWidth(text: string): number {
  let width = 0
  for (const character of text) width += widthOf(character)
  return width
}

function widthOf(character: string): number {
  if (COMBINING.test(character)) return 0
  return WIDE.test(character) ? 2 : 1
}

/** Returns the text, or its beginning with an ellipsis if it is wider than a number of columns. */
export function truncateText(text: string, maxWidth: number): string {
  if (textWidth(text) <= maxWidth) return text
  let start = ''
  let width = 0
  for (const character of text) {
    width += widthOf(character)
    if (width > maxWidth - 1) break
    start += character
  }
  return `${start}…`
}
