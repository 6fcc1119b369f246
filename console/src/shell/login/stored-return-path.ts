import { pathAfterLogin } from '../own-session/return-path.ts'

const STORAGE_KEY = 'castellan.return-path'

/** Stores the page to open after a login at a provider, whose callback address is always the same. */
export function storeReturnPath(path: string): void {
  window.sessionStorage.setItem(STORAGE_KEY, path)
}

export function storedReturnPath(): string {
  return pathAfterLogin(window.sessionStorage.getItem(STORAGE_KEY))
}
