/** What verifying a token gave, for the tokens seen last: a first look costs a signature, a second one a look-up. By texts that end with one. */
export interface TokenCache<T> {
  get(text: string): T | undefined
  set(text: string, value: T): void
}

interface Entry<T> {
  readonly text: string
  readonly value: T
}

/**
 * Entries are found by a number made from the end of the token, which is the end of its signature and as good as random. For
 * the figure `identity-warm`: to hash the whole of a text that has just come in takes longer than all else a known token
 * needs, and to cut its end out takes twice as long as to read it.
 */
const KEY_LENGTH = 8

export function createTokenCache<T>(maxEntries: number): TokenCache<T> {
  // Two generations instead of an order of use: a look-up then moves nothing but what is about to be forgotten.
  let young = new Map<number, Entry<T>>()
  let old = new Map<number, Entry<T>>()

  const keep = (key: number, entry: Entry<T>): void => {
    if (young.size >= maxEntries / 2) {
      old = young
      young = new Map()
    }
    young.set(key, entry)
  }

  return {
    set: (text, value) => keep(keyOf(text), { text, value }),
    get(text) {
      const key = keyOf(text)
      const entry = young.get(key)
      if (entry !== undefined) return valueFor(text, entry)
      const aging = old.get(key)
      if (aging === undefined) return undefined
      keep(key, aging)
      return valueFor(text, aging)
    },
  }
}

function keyOf(text: string): number {
  let key = 0
  for (let at = Math.max(0, text.length - KEY_LENGTH); at < text.length; at++) {
    key = Math.imul(key ^ text.charCodeAt(at), 0x01000193)
  }
  return key
}

/** The end alone proves nothing: anybody can put it behind other claims. */
function valueFor<T>(text: string, entry: Entry<T>): T | undefined {
  return entry.text === text ? entry.value : undefined
}
