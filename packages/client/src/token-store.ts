/**
 * Where the client keeps the token. The default is memory, which ends with the page. A store that outlives the page, such as
 * `localStorage`, gives the token to every script that ever runs on the origin.
 */
export interface TokenStore {
  get(): string | undefined
  /** Undefined deletes the token. */
  set(token: string | undefined): void
}

/** Keeps the token in memory. A script that already has a token passes it here. */
export function memoryTokenStore(token?: string): TokenStore {
  let current = token
  return {
    get: () => current,
    set(next) {
      current = next
    },
  }
}
