/** Returns whether a name contains all words of a text, in any order and case. */
export function matches(text: string, name: string): boolean {
  const lower = name.toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word))
}
