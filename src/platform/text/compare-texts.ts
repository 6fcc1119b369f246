/** Compares two texts by code units, so that the order does not depend on the language of the machine. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
