import type { LocalizedText } from '../refusal/refusal.ts'

/** Control characters, and those that change the direction of the text around them on an operator's screen. */
const CONTROL_CHARACTER = /\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u

/** Control, format, private-use and unassigned characters, line separators, and letters or symbols without a visible glyph. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u
const NON_ASCII_SPACE = /(?! )\p{Zs}/u

/** Returns whether a text can be shown on one line without changing what is around it. */
export function isPrintable(text: string): boolean {
  return text.isWellFormed() && !CONTROL_CHARACTER.test(text)
}

/**
 * Returns what is wrong with the characters of a name, to be written after what the name is called, or undefined. Two names that
 * differ only in what nobody sees would be taken for one another.
 */
export function problemOfName(name: string): LocalizedText | undefined {
  if (!name.isWellFormed() || INVISIBLE.test(name)) {
    return {
      en: 'must not contain control, invisible or unassigned characters.',
      zh: '不能包含控制字符、不可见字符或未分配的字符。',
    }
  }
  if (NON_ASCII_SPACE.test(name)) {
    return { en: 'must not contain spaces other than the ASCII space.', zh: '中的空格只能是 ASCII 空格。' }
  }
  if (/^\p{M}/u.test(name)) {
    return { en: 'must not start with a combining mark.', zh: '不能以组合字符开头。' }
  }
  if (name !== name.trim()) {
    return { en: 'must not start or end with a space.', zh: '不能以空格开头或结尾。' }
  }
  return undefined
}
