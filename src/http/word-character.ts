/** A letter of ASCII, a digit, `-` or `_`. For the figures `protected-*`: a loop over these takes less than an expression. */
export function isWordCharacter(code: number): boolean {
  if (code >= 0x61) return code <= 0x7a
  return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || code === 0x2d || code === 0x5f
}
