/** What verifying a token gave, for the tokens seen last: a first look costs a signature, a second one a look-up. */
export interface TokenCache<T> {
  get(token: string): T | undefined
  set(token: string, value: T): void
}

export function createTokenCache<T>(maxEntries: number): TokenCache<T> {
  // Two generations instead of an order of use: a look-up then moves nothing but what is about to be forgotten.
  let young = new Map<string, T>()
  let old = new Map<string, T>()

  const set = (token: string, value: T): void => {
    if (young.size >= maxEntries / 2) {
      old = young
      young = new Map()
    }
    young.set(token, value)
  }

  return {
    set,
    get(token) {
      const value = young.get(token)
      if (value !== undefined) return value
      const aging = old.get(token)
      if (aging !== undefined) set(token, aging)
      return aging
    },
  }
}
