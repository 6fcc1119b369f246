/**
 * Thrown when the settings cannot be used. The message is one line that names the key, where it came from and the fix,
 * and never holds a secret: print it and stop.
 *
 * @example
 * ```ts
 * try { loadSettings({ env: process.env, flags: [], cwd: process.cwd() }) }
 * catch (error) { if (error instanceof SettingsError) console.error(error.message) }
 * ```
 */
export class SettingsError extends Error {
  constructor(message: string) {
    // Keys and values of others are quoted in it: a line break in one of them must not forge a second line.
    super(message.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim())
    this.name = 'SettingsError'
  }
}
