import { AMBIGUOUS_CAPITALS, replaceConfusables } from './confusable-characters.ts'

const MAX_USERNAME_LENGTH = 64
/** Normalization turns some characters into several. */
const MAX_USERNAME_KEY_LENGTH = 255

/** Control, format, private-use and unassigned characters, line separators, and letters or symbols without a visible glyph. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u
const NON_ASCII_SPACE = /(?! )\p{Zs}/u
const ASCII_ONLY = /^[ -~]*$/

/**
 * Returns the form in which usernames are compared for uniqueness: two accounts must not differ only in letter case, in
 * compatibility equivalents of Unicode, or in a character of another script that looks like an ASCII character ("admin" with
 * a Cyrillic "а"). ASCII characters are always distinct: "user1" and "userl" are two names. Login requires the exact name.
 *
 * The result has at most 18 times the length of the name, the maximum of NFKD for a single character.
 */
export function usernameKey(username: string): string {
  // Before and after decomposition, so that letters with accents are replaced too.
  const decomposed = replaceConfusables(username).normalize('NFKD').toLowerCase().normalize('NFKD')
  return replaceConfusables(decomposed).normalize('NFC')
}

/** Returns what is wrong with a username, or undefined. The length limits are those of the login endpoint. */
export function problemOfUsername(username: string): string | undefined {
  const length = [...username].length
  if (length < 1 || length > MAX_USERNAME_LENGTH) {
    return `a username has 1 to ${MAX_USERNAME_LENGTH} characters.`
  }
  if (!username.isWellFormed() || INVISIBLE.test(username)) {
    return 'a username has no control, invisible or unassigned characters.'
  }
  if (NON_ASCII_SPACE.test(username)) return 'a username has no spaces other than the ASCII space.'
  if (/^\p{M}/u.test(username)) return 'a username does not begin with a combining mark.'
  const key = usernameKey(username)
  if (key.length > MAX_USERNAME_KEY_LENGTH) return 'the username is too long after normalization.'
  if (username !== username.trim()) return 'a username neither begins nor ends with a space.'
  if (ASCII_ONLY.test(key) && AMBIGUOUS_CAPITALS.test(username.normalize('NFKD'))) {
    return 'the username can be confused with one in Latin letters: write it in lower case.'
  }
  return undefined
}
