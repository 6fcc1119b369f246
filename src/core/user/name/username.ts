import type { InputProblem, LocalizedText } from '../../../platform/refusal/refusal.ts'
import { problemOfName } from '../../../platform/text/printable-text.ts'
import { AMBIGUOUS_CAPITALS, replaceConfusables } from './confusable-characters.ts'

const MAX_USERNAME_LENGTH = 64
/** Normalization turns some characters into several. */
export const MAX_USERNAME_KEY_LENGTH = 255

const ASCII_ONLY = /^[ -~]*$/

/**
 * Returns the form in which usernames are compared for uniqueness: two accounts must not differ only in letter case, in
 * compatibility equivalents of Unicode, or in a character of another script that looks like an ASCII character ("admin" with
 * a Cyrillic "а"). ASCII characters are always distinct: "user1" and "userl" are two names. Login requires the exact name.
 *
 * The result has at most 18 times the length of the name, the maximum of NFKD for a single character.
 * See docs/decisions/0004-usernames-and-passwords.md.
 */
export function usernameKey(username: string): string {
  // Before and after decomposition, so that letters with accents are replaced too.
  const decomposed = replaceConfusables(username).normalize('NFKD').toLowerCase().normalize('NFKD')
  return replaceConfusables(decomposed).normalize('NFC')
}

/** Returns what is wrong with a username, or undefined. The length limits are those of the login endpoint. */
export function problemOfUsername(username: string): InputProblem | undefined {
  const text = textOfProblem(username)
  return text && { field: 'username', ...text }
}

function textOfProblem(username: string): LocalizedText | undefined {
  const length = [...username].length
  if (length < 1 || length > MAX_USERNAME_LENGTH) {
    return {
      en: `the username must have 1 to ${MAX_USERNAME_LENGTH} characters.`,
      zh: `用户名长度须为 1 至 ${MAX_USERNAME_LENGTH} 个字符。`,
    }
  }
  const problem = problemOfName(username)
  if (problem) return { en: `the username ${problem.en}`, zh: `用户名${problem.zh}` }
  const key = usernameKey(username)
  if (key.length > MAX_USERNAME_KEY_LENGTH) {
    return { en: 'the username is too long after normalization.', zh: '用户名规范化后过长。' }
  }
  if (ASCII_ONLY.test(key) && AMBIGUOUS_CAPITALS.test(username.normalize('NFKD'))) {
    return {
      en: 'the username can be confused with one in Latin letters. Write it in lower case.',
      zh: '用户名容易与拉丁字母的用户名混淆，请使用小写字母。',
    }
  }
  return undefined
}
