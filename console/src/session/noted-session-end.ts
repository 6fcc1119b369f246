const STORAGE_KEY = 'castellan.session-end'

/** Notes when the session of this tab ends. The time is not secret. The token itself is never stored here. */
export function noteSessionEnd(expire: string): void {
  window.sessionStorage.setItem(STORAGE_KEY, expire)
}

/** Returns the noted time in milliseconds, or NaN. */
export function notedSessionEnd(): number {
  return Date.parse(window.sessionStorage.getItem(STORAGE_KEY) ?? '')
}
