/**
 * How the characters of a captcha are spoken: the name of the letter, then a word that begins with it, because names such as
 * “C”, “E” and “T” sound alike. The words are those of the international spelling alphabet.
 */
export const SPOKEN_CHARACTERS: Readonly<Record<string, readonly [name: string, word: string]>> = {
  A: ['A', 'Alpha'],
  C: ['C', 'Charlie'],
  E: ['E', 'Echo'],
  H: ['H', 'Hotel'],
  L: ['L', 'Lima'],
  R: ['R', 'Romeo'],
  T: ['T', 'Tango'],
  U: ['U', 'Uniform'],
  W: ['W', 'Whiskey'],
  X: ['X', 'X-ray'],
  3: ['3', 'number 3'],
  9: ['9', 'number 9'],
}
