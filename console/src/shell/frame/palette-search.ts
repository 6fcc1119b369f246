/** Returns whether a name contains all words of a text, in any order and case. */
export function matches(text: string, name: string): boolean {
  const lower = name.toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word))
}

/** How many entries each group of the palette has. */
export const MAX_PER_GROUP = 8
