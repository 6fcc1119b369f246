import { CAPITALS_OF_TWO_LOOKS } from './look-alikes.ts'
import { usernameKey } from './username.ts'

const MAX_USERNAME = 64
/** Some characters become many when they are normalised. */
const MAX_USERNAME_KEY = 255
const MAX_DETAIL = { nickName: 255, email: 255, phone: 64, remark: 1024 } as const

/** Control, format, private and unassigned characters, line breaks, and what is shown as nothing though it is a letter or sign. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u
const OTHER_SPACE = /(?! )\p{Zs}/u
const ASCII_ALONE = /^[ -~]*$/

/** Says what is wrong with a username, or nothing. The bounds are those that login takes. */
export function problemOfUsername(username: string): string | undefined {
  const length = [...username].length
  if (length < 1 || length > MAX_USERNAME) return `a username has 1 to ${MAX_USERNAME} characters.`
  if (!username.isWellFormed() || INVISIBLE.test(username)) {
    return 'a username has no control, invisible or unassigned characters.'
  }
  if (OTHER_SPACE.test(username)) return 'a username has no other spaces than the plain one.'
  if (/^\p{M}/u.test(username)) return 'a username begins with a character of its own, not with an accent.'
  const key = usernameKey(username)
  if (key.length > MAX_USERNAME_KEY) return 'the username is too long when it is normalised.'
  if (username !== username.trim()) return 'a username neither begins nor ends with a space.'
  if (ASCII_ALONE.test(key) && CAPITALS_OF_TWO_LOOKS.test(username.normalize('NFKD'))) {
    return 'the username can be taken for another one in Latin letters: write it in small letters.'
  }
  return undefined
}

/** What is known of a user beside the name. */
export interface UserDetails {
  readonly nickName?: string | undefined
  readonly email?: string | undefined
  readonly phone?: string | undefined
  readonly remark?: string | undefined
}

/** Says what is wrong with the details of a user, or nothing. */
export function problemOfDetails(details: UserDetails): string | undefined {
  for (const name of ['nickName', 'email', 'phone', 'remark'] as const) {
    const text = details[name] ?? ''
    if ([...text].length > MAX_DETAIL[name]) return `"${name}" has at most ${MAX_DETAIL[name]} characters.`
    if (!text.isWellFormed() || /\p{Cc}/u.test(text)) return `"${name}" has no control characters.`
  }
  return undefined
}
