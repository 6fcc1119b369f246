const MAX_LENGTH = 254
const MAX_LOCAL_PART_LENGTH = 64
const WORD = "[a-z\\d!#$%&'*+/=?^_`{|}~-]+"
const LABEL = '[a-z\\d](?:[a-z\\d-]{0,61}[a-z\\d])?'
/**
 * An address without quotes, comments and characters beyond ASCII. With such an address, neither a header nor a second
 * recipient can be injected into a message.
 */
const EMAIL = new RegExp(`^${WORD}(?:\\.${WORD})*@${LABEL}(?:\\.${LABEL})*$`, 'i')

/**
 * Returns the e-mail address in the form in which messages are sent to it, or undefined if it is not usable.
 *
 * @example
 * emailOf(' alice@example.com ')                // 'alice@example.com'
 * emailOf('alice@example.com, bob@example.com') // undefined
 */
export function emailOf(text: string): string | undefined {
  const address = text.trim()
  if (address.length > MAX_LENGTH || address.indexOf('@') > MAX_LOCAL_PART_LENGTH) return undefined
  return EMAIL.test(address) ? address : undefined
}
