import { createHash } from 'node:crypto'

/** Of a power of two, so that a hash becomes a place with a mask. At most half of the places are taken. */
const PLACES_PER_NAME = 2
const MIN_PLACES = 1024
/** Stands for an empty place. */
const EMPTY = 0

/**
 * Creates a set of names that needs 16 to 32 bytes per name, whatever their length: a hash of 52 bits of each. Two of a million
 * names have the same hash with a probability of 1 to 10,000, and would be reported as duplicates.
 */
export function createNameSet(expected: number) {
  let places = MIN_PLACES
  while (places < expected * PLACES_PER_NAME) places *= 2
  let table = new Float64Array(places)
  let size = 0

  /** Adds a hash. Returns whether it was there already. */
  function insert(into: Float64Array, hash: number): boolean {
    for (let at = hash % into.length; ; at = (at + 1) % into.length) {
      if (into[at] === hash) return true
      if (into[at] !== EMPTY) continue
      into[at] = hash
      return false
    }
  }

  return {
    /** Adds a name. Returns whether it was there already. */
    add(name: string): boolean {
      if ((size + 1) * PLACES_PER_NAME > table.length) {
        const larger = new Float64Array(table.length * 2)
        for (const hash of table) if (hash !== EMPTY) insert(larger, hash)
        table = larger
      }
      const isKnown = insert(table, hashOf(name))
      if (!isKnown) size++
      return isKnown
    },

    has(name: string): boolean {
      const hash = hashOf(name)
      for (let at = hash % table.length; table[at] !== EMPTY; at = (at + 1) % table.length)
        if (table[at] === hash) return true
      return false
    },
  }
}

function hashOf(name: string): number {
  const digest = createHash('sha256').update(name).digest()
  return digest.readUIntBE(0, 6) * 16 + (digest.readUInt8(6) % 16) + 1
}
