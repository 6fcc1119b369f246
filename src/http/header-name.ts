const LOWER_CASE = 0x20

/**
 * Whether a header that was given has this name, which is in small letters. For the figures `protected-*`: to write the
 * given one in small letters first took longer than everything else that is asked of most headers.
 */
export function isHeader(given: string, name: string): boolean {
  if (given.length !== name.length) return false
  for (let at = 0; at < name.length; at++) {
    // Letters and hyphens alone make these names; of all that Node takes for a name, nothing else becomes one of them.
    if ((given.charCodeAt(at) | LOWER_CASE) !== name.charCodeAt(at)) return false
  }
  return true
}
