import { isCommonPassword } from './common-passwords.ts'
import { isMadeOfRuns, repeatedUnit } from './password-patterns.ts'

const MAX_PASSWORD = 256
const SERVICE_NAME = 'castellan'
const ADVICE = 'choose a longer phrase of several unrelated words.'

/** Digits, punctuation, symbols and spaces: what people add to a word until it is long enough. */
const PADDING = /^[\p{N}\p{P}\p{S}\p{Z}]*$/u
const NO_DIGIT = /^[\p{P}\p{S}\p{Z}]*$/u

/** How much of the padding may belong to the common password itself, as in "abc123!!!!!!!!!". */
const MAX_PADDING_WITHIN = 8

/** Whose password it is to be. */
export interface PasswordOwner {
  readonly username?: string | undefined
  readonly nickName?: string | undefined
  readonly email?: string | undefined
}

export interface PasswordRules {
  /** Says what is wrong with a new password and what helps, or nothing. Never repeats the password. */
  problemOf(password: string, about?: PasswordOwner): string | undefined
}

/**
 * The rules for a new password after NIST SP 800-63B: long enough, and none of those that are tried first. The kinds of
 * characters don't matter, every character counts, and none is cut off or changed.
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

/** Says what makes a text no password at all, or nothing. The bounds are those that login takes. */
export function problemOfPassword(password: string): string | undefined {
  const length = [...password].length
  if (length < 1 || length > MAX_PASSWORD) return `a password has 1 to ${MAX_PASSWORD} characters.`
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

/** What is repeated must do as a password on its own. */
function isShortUnitRepeated(text: string, minLength: number): boolean {
  const unit = repeatedUnit(text)
  return unit !== text && [...unit].length < minLength
}

/** For the comparison alone: what is hashed is what was given. */
function comparable(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

/** One of the names, once or several times, and nothing else but padding. */
function isNameWithPadding(text: string, names: readonly string[]): boolean {
  const rest = names.reduce((left, name) => left.replaceAll(name, ''), text)
  return rest !== text && PADDING.test(rest)
}

/** The longest first, so that none is torn apart by a part of it. */
function namesOf({ username = '', nickName = '', email = '' }: PasswordOwner): readonly string[] {
  const parts = [username, nickName, email].flatMap((name) => [name, ...name.split(/[@\s]+/)])
  return [SERVICE_NAME, ...parts.map(comparable)].filter(isTelling).sort((a, b) => b.length - a.length)
}

/** A single letter or digit is in most passwords. */
function isTelling(name: string): boolean {
  return /\p{L}{2}/u.test(name) || name.length >= 4
}

/** A common password between padding, of which some may belong to it: "abc123" of "abc123!!!!!!!!!". */
function isCommonWithPadding(text: string): boolean {
  const { before, core, after } = paddingOf(text, PADDING)
  // Where all is padding, digits are padded with what is no digit.
  if (core === '') return isCommonPassword(paddingOf(text, NO_DIGIT).core)
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
