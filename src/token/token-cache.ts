/** What verifying a token gave, for the tokens seen last: a first look costs a signature, a second one a look-up. */
export interface TokenCache<T> {
  get(token: string): T | undefined
  set(token: string, value: T): void
}

interface Entry<T> {
  readonly token: string
  readonly value: T
}

/**
 * Entries are found by the end of the token, which is the end of its signature and as good as random. For the figure
 * `identity-warm`: to hash the whole of a text that has just come in takes longer than all else a known token needs.
 */
const KEY_LENGTH = 12

export function createTokenCache<T>(maxEntries: number): TokenCache<T> {
  // Two generations instead of an order of use: a look-up then moves nothing but what is about to be forgotten.
  let young = new Map<string, Entry<T>>()
  let old = new Map<string, Entry<T>>()

  const keep = (key: string, entry: Entry<T>): void => {
    if (young.size >= maxEntries / 2) {
      old = young
      young = new Map()
    }
    young.set(key, entry)
  }

  return {
    set: (token, value) => keep(keyOf(token), { token, value }),
    get(token) {
      const key = keyOf(token)
      const entry = young.get(key)
      if (entry !== undefined) return valueFor(token, entry)
      const aging = old.get(key)
      if (aging === undefined) return undefined
      keep(key, aging)
      return valueFor(token, aging)
    },
  }
}

function keyOf(token: string): string {
  return token.slice(-KEY_LENGTH)
}

/** The end alone proves nothing: anybody can put it behind other claims. */
function valueFor<T>(token: string, entry: Entry<T>): T | undefined {
  return entry.token === token ? entry.value : undefined
}
