import type { InputProblem, LocalizedText } from '../../platform/refusal/refusal.ts'
import { isCommonPassword } from './common-passwords.ts'
import { isMadeOfRuns, repeatedUnit } from './password-patterns.ts'

const MAX_PASSWORD_LENGTH = 256
const SERVICE_NAME = 'castellan'
const ADVICE = {
  en: 'Choose a longer phrase of several unrelated words.',
  zh: '请使用由几个互不相关的词组成的更长短语。',
}

/** Digits, punctuation, symbols and spaces, which people add to a word to make it long enough. */
const PADDING = /^[\p{N}\p{P}\p{S}\p{Z}]*$/u
const NON_DIGIT_PADDING = /^[\p{P}\p{S}\p{Z}]*$/u

/** How many characters of the padding may belong to the common password, as in "abc123!!!!!!!!!". */
const MAX_PADDING_WITHIN = 8

/** The user whose password it is. */
export interface PasswordOwner {
  readonly username?: string | undefined
  readonly nickName?: string | undefined
  readonly email?: string | undefined
}

export type PasswordRules = ReturnType<typeof createPasswordRules>

/**
 * Creates the rules for new passwords, following NIST SP 800-63B: long enough, and not among those that attackers try first.
 * There are no rules about kinds of characters, and passwords are neither truncated nor normalized.
 *
 * @example
 * createPasswordRules({ minLength: 15 }).problemOf('correct pony battery clip') // undefined
 */
export function createPasswordRules({ minLength }: { readonly minLength: number }) {
  return {
    /** Returns what is wrong with a new password and how to fix it, or undefined. Never contains the password. */
    problemOf(password: string, about: PasswordOwner = {}): InputProblem | undefined {
      const unusable = problemOfPassword(password)
      if (unusable !== undefined) return unusable
      if ([...password].length < minLength) {
        return problem({
          en: `the password must have at least ${minLength} characters. Choose a phrase of several unrelated words.`,
          zh: `密码至少需要 ${minLength} 个字符，建议使用由几个互不相关的词组成的短语。`,
        })
      }
      return problemOfGuess(password, about, minLength)
    },
  }
}

/** Returns why a text cannot be a password, or undefined. The length limits are those of the login endpoint. */
export function problemOfPassword(password: string): InputProblem | undefined {
  const length = [...password].length
  if (length < 1 || length > MAX_PASSWORD_LENGTH) {
    return problem({
      en: `the password must have 1 to ${MAX_PASSWORD_LENGTH} characters.`,
      zh: `密码长度须为 1 至 ${MAX_PASSWORD_LENGTH} 个字符。`,
    })
  }
  if (!password.isWellFormed()) {
    return problem({ en: 'the password contains invalid Unicode.', zh: '密码包含无效的 Unicode 字符。' })
  }
  return undefined
}

function problem({ en, zh }: LocalizedText): InputProblem {
  return { field: 'password', en, zh }
}

function guessable(en: string, zh: string): InputProblem {
  return problem({ en: `${en} ${ADVICE.en}`, zh: `${zh}${ADVICE.zh}` })
}

function problemOfGuess(password: string, about: PasswordOwner, minLength: number): InputProblem | undefined {
  const text = comparable(password)
  if (isNameWithPadding(text, namesOf(about))) {
    return guessable(
      'the password consists of little more than the name of the user or of this service.',
      '密码几乎只由用户或本服务的名称组成。',
    )
  }
  if (isCommonPassword(text)) {
    return guessable('the password is one of the most common passwords.', '该密码是最常见的密码之一。')
  }
  if ([password, text].some((one) => isShortUnitRepeated(one, minLength))) {
    return guessable('the password only repeats the same characters.', '密码只是重复相同的内容。')
  }
  if (isMadeOfRuns(text)) {
    return guessable(
      'the password is a sequence of letters, digits or neighbouring keys.',
      '密码只是连续的字母、数字或键盘按键。',
    )
  }
  if (isCommonWithPadding(repeatedUnit(text))) {
    return guessable(
      'the password is a common password with digits or punctuation added.',
      '密码只是常见密码加上数字或标点。',
    )
  }
  return undefined
}

/** Returns whether the text repeats a unit that is too short for a password. */
function isShortUnitRepeated(text: string, minLength: number): boolean {
  const unit = repeatedUnit(text)
  return unit !== text && [...unit].length < minLength
}

/** Returns the form for comparisons. The password itself is hashed unchanged. */
function comparable(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

/** Returns whether the text consists of the names, once or several times, and padding. */
function isNameWithPadding(text: string, names: readonly string[]): boolean {
  const rest = names.reduce((left, name) => left.replaceAll(name, ''), text)
  return rest !== text && PADDING.test(rest)
}

/** Returns the names, the longest first, so that a shorter name does not split a longer one. */
function namesOf({ username = '', nickName = '', email = '' }: PasswordOwner): readonly string[] {
  const parts = [username, nickName, email].flatMap((name) => [name, ...name.split(/[@\s]+/)])
  return [SERVICE_NAME, ...parts.map(comparable)].filter(isDistinctive).sort((a, b) => b.length - a.length)
}

/** Returns whether a name is long enough: a single letter or digit is in most passwords. */
function isDistinctive(name: string): boolean {
  return /\p{L}{2}/u.test(name) || name.length >= 4
}

/** Returns whether the text is a common password with padding, such as "abc123" in "abc123!!!!!!!!!". */
function isCommonWithPadding(text: string): boolean {
  const { before, core, after } = paddingOf(text, PADDING)
  // If the text is all padding, it may be digits with punctuation around them.
  if (core === '') return isCommonPassword(paddingOf(text, NON_DIGIT_PADDING).core)
  for (let left = 0; left <= Math.min(before.length, MAX_PADDING_WITHIN); left++) {
    const start = before.slice(before.length - left) + core
    for (let right = 0; right <= Math.min(after.length, MAX_PADDING_WITHIN); right++) {
      if (isCommonPassword(start + after.slice(0, right))) return true
    }
  }
  return false
}

function paddingOf(text: string, padding: RegExp): { before: string; core: string; after: string } {
  const characters = [...text]
  const isCore = (character: string) => !padding.test(character)
  const first = characters.findIndex(isCore)
  if (first === -1) return { before: text, core: '', after: '' }
  const end = characters.findLastIndex(isCore) + 1
  const part = (from: number, to: number) => characters.slice(from, to).join('')
  return { before: part(0, first), core: part(first, end), after: part(end, characters.length) }
}
