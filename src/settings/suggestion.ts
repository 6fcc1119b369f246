/** The known name that was probably meant, if one is near enough. */
export function nearestName(unknown: string, known: readonly string[]): string | undefined {
  const wanted = simplified(unknown)
  const sameEnding = known.find((name) => lastWord(name) === lastWord(unknown))
  let best: { readonly name: string; readonly distance: number } | undefined
  for (const name of known) {
    const distance = editDistance(wanted, simplified(name))
    if (best === undefined || distance < best.distance) best = { name, distance }
  }
  // Measured on the last word: a shared group says nothing about the key in it.
  const furthest = Math.max(1, Math.min(3, Math.floor(simplified(lastWord(unknown)).length / 3)))
  if (best !== undefined && best.distance <= furthest) return best.name
  // A key in the wrong group: `port` for `application.port`.
  return sameEnding
}

const LONGEST_COMPARED = 100

function simplified(name: string): string {
  return name
    .slice(0, LONGEST_COMPARED)
    .toLowerCase()
    .replace(/^settings\./, '')
    .replace(/[^a-z\d]/g, '')
}

function lastWord(name: string): string {
  return (name.split(/[._]/).at(-1) ?? name).toLowerCase()
}

/** How many letters must be added, dropped, changed or swapped with their neighbour (Damerau, restricted). */
function editDistance(from: string, to: string): number {
  let beforePrevious: number[] = []
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1]
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      current[column] = Math.min(
        at(previous, column) + 1,
        at(current, column - 1) + 1,
        at(previous, column - 1) + (same ? 0 : 1),
        swapped ? at(beforePrevious, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforePrevious = previous
    previous = current
  }
  return at(previous, to.length)
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY
}
