const STORAGE_KEY = 'castellan.session-end'

/** Stores when the session of this tab ends. The time is not secret. The token itself is never stored here. */
export function storeSessionEnd(expire: string): void {
  window.sessionStorage.setItem(STORAGE_KEY, expire)
}

/** Returns the stored time in milliseconds, or NaN. */
export function storedSessionEnd(): number {
  return Date.parse(window.sessionStorage.getItem(STORAGE_KEY) ?? '')
}
