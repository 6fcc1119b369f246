/**
 * Thrown when the settings cannot be used. The message is one line that names the key, its source and the fix. It
 * never contains a secret, so it can be printed as it is.
 *
 * @example
 * ```ts
 * try { loadSettings({ env: process.env, flags: [], cwd: process.cwd() }) }
 * catch (error) { if (error instanceof SettingsError) console.error(error.message) }
 * ```
 */
export class SettingsError extends Error {
  constructor(message: string) {
    // The message quotes keys and values from outside. A line break in one of them must not forge a second line.
    super(message.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim())
    this.name = 'SettingsError'
  }
}

/** Where a value was written. */
export type Source =
  | { readonly kind: 'file'; readonly file: string; readonly line: number }
  | { readonly kind: 'variable'; readonly variable: string }
  | { readonly kind: 'flag' }
  /** A file with one value, named by a variable `…_FILE` or a flag `--set key=@FILE`. */
  | { readonly kind: 'value-file'; readonly namedBy: string; readonly path: string }
  | { readonly kind: 'object' }

/** Returns the source as messages name it. */
export function describeSource(source: Source): string {
  if (source.kind === 'file') return `${source.file} line ${source.line}`
  if (source.kind === 'variable') return `variable ${source.variable}`
  if (source.kind === 'value-file') return `file ${source.path} from ${source.namedBy}`
  return source.kind === 'flag' ? 'flag --set' : 'settings object'
}
