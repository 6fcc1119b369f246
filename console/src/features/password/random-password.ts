/** Without characters that look alike, because the password may be read aloud or typed. */
const CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 5
const GROUP_LENGTH = 4

/** Five groups of four, 99 bits: `k4mw-9dqx-…`. */
export function randomPassword(): string {
  return Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, randomCharacter).join(''),
  ).join('-')
}

function randomCharacter(): string {
  // Larger bytes are skipped: the remainder would favour the first letters.
  const limit = 256 - (256 % CHARACTERS.length)
  for (;;) {
    const [byte = limit] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < limit) return CHARACTERS.charAt(byte % CHARACTERS.length)
  }
}
