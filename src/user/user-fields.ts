import { usernameKey } from './username.ts'

const MAX_USERNAME = 64
/** Some characters become many when they are normalised. */
const MAX_USERNAME_KEY = 255
const MAX_DETAIL = { nickName: 255, email: 255, phone: 64, remark: 1024 } as const

/** Says what is wrong with a username, or nothing. The bounds are those that login takes. */
export function problemOfUsername(username: string): string | undefined {
  const length = [...username].length
  if (length < 1 || length > MAX_USERNAME) return `a username has 1 to ${MAX_USERNAME} characters.`
  if (!username.isWellFormed() || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(username)) {
    return 'a username has no control or invisible characters.'
  }
  if (usernameKey(username).length > MAX_USERNAME_KEY)
    return 'the username is too long when it is normalised.'
  if (username !== username.trim()) return 'a username neither begins nor ends with a space.'
  return undefined
}

/** What is known of a user beside the name. */
export interface UserDetails {
  readonly nickName?: string
  readonly email?: string
  readonly phone?: string
  readonly remark?: string
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
