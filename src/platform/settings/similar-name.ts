import { distance } from 'fastest-levenshtein'

/** Returns the known name with the smallest edit distance, or one with the same last word in another group. */
export function mostSimilar(unknown: string, known: readonly string[]): string | undefined {
  const wanted = normalized(unknown)
  let best: { readonly name: string; readonly edits: number } | undefined
  for (const name of known) {
    const edits = distance(wanted, normalized(name))
    if (best === undefined || edits < best.edits) best = { name, edits }
  }
  if (best === undefined || best.edits <= 1) return best?.name
  // A key in the wrong group: `port` for `application.port`.
  const sameLastWord = known.find((name) => lastWord(name) === lastWord(unknown))
  if (sameLastWord !== undefined) return sameLastWord
  // The limit depends on the last word only: a shared group name says nothing about the key in it.
  const maxEdits = Math.max(2, Math.min(3, Math.floor(normalized(lastWord(unknown)).length / 3)))
  return best.edits <= maxEdits ? best.name : undefined
}

const MAX_COMPARED_LENGTH = 100

function normalized(name: string): string {
  return name
    .slice(0, MAX_COMPARED_LENGTH)
    .toLowerCase()
    .replace(/^settings\./, '')
    .replace(/[^a-z\d]/g, '')
}

function lastWord(name: string): string {
  return (name.split(/[._]/).at(-1) ?? name).toLowerCase()
}
