/** Without what looks alike: it may have to be read aloud or typed. */
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
  // A byte beyond the last full round of the alphabet would favour its first letters.
  const limit = 256 - (256 % CHARACTERS.length)
  for (;;) {
    const [byte = limit] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < limit) return CHARACTERS.charAt(byte % CHARACTERS.length)
  }
}
