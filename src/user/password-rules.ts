import { isCommonPassword } from './common-passwords.ts'
import { isMadeOfRuns, repeatedUnit } from './password-patterns.ts'

const MAX_PASSWORD_LENGTH = 256
const SERVICE_NAME = 'castellan'
const ADVICE = 'choose a longer phrase of several unrelated words.'

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

export interface PasswordRules {
  /** Returns what is wrong with a new password and how to fix it, or undefined. Never contains the password. */
  problemOf(password: string, about?: PasswordOwner): string | undefined
}

/**
 * Creates the rules for new passwords, following NIST SP 800-63B: long enough, and not among those that attackers try first.
 * There are no rules about kinds of characters, and passwords are neither truncated nor normalized.
 *
 * @example
 * createPasswordRules({ minLength: 15 }).problemOf('correct pony battery clip') // undefined
 */
export function createPasswordRules({ minLength }: { readonly minLength: number }): PasswordRules {
  return {
    problemOf(password, about = {}) {
      const problem = problemOfPassword(password)
      if (problem !== undefined) return problem
      if ([...password].length < minLength) {
        return `a password has at least ${minLength} characters: choose a phrase of several unrelated words.`
      }
      return problemOfGuess(password, about, minLength)
    },
  }
}

/** Returns why a text cannot be a password, or undefined. The length limits are those of the login endpoint. */
export function problemOfPassword(password: string): string | undefined {
  const length = [...password].length
  if (length < 1 || length > MAX_PASSWORD_LENGTH)
    return `a password has 1 to ${MAX_PASSWORD_LENGTH} characters.`
  if (!password.isWellFormed()) return 'the password is not a well-formed text.'
  return undefined
}

function problemOfGuess(password: string, about: PasswordOwner, minLength: number): string | undefined {
  const text = comparable(password)
  if (isNameWithPadding(text, namesOf(about))) {
    return `the password is little more than the name of the user or of this service: ${ADVICE}`
  }
  if (isCommonPassword(text)) return `the password is among the most common ones: ${ADVICE}`
  if ([password, text].some((one) => isShortUnitRepeated(one, minLength))) {
    return `the password only repeats itself: ${ADVICE}`
  }
  if (isMadeOfRuns(text)) {
    return `the password only follows the alphabet, the digits or the keyboard: ${ADVICE}`
  }
  if (isCommonWithPadding(repeatedUnit(text))) {
    return `the password is a common one with digits or punctuation added: ${ADVICE}`
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
