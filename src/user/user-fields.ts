const MAX_USERNAME = 64
const MAX_PASSWORD = 256

/** Says what is wrong with a username, or nothing. The bounds are those that login takes. */
export function problemOfUsername(username: string): string | undefined {
  const length = [...username].length
  if (length < 1 || length > MAX_USERNAME) return `a username has 1 to ${MAX_USERNAME} characters.`
  if (!username.isWellFormed() || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(username)) {
    return 'a username has no control or invisible characters.'
  }
  if (username !== username.trim()) return 'a username neither begins nor ends with a space.'
  return undefined
}

/** Says what is wrong with a new password, or nothing. */
export function problemOfPassword(password: string): string | undefined {
  const length = [...password].length
  if (length < 1 || length > MAX_PASSWORD) return `a password has 1 to ${MAX_PASSWORD} characters.`
  if (!password.isWellFormed()) return 'the password is not a well-formed text.'
  return undefined
}
