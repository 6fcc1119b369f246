/**
 * Thrown when the settings cannot be used. The message has one line for each mistake, which names the key, its source and the
 * fix. It never contains a secret, so it can be printed as it is.
 *
 * @example
 * ```ts
 * try { await createService(await loadSettings()) }
 * catch (error) { if (error instanceof SettingsError) console.error(error.message) }
 * ```
 */
export class SettingsError extends Error {
  /** What is wrong, one line for each mistake. */
  readonly problems: readonly string[]
  /** The key of the setting or the group with the mistake; undefined if it may affect every setting. */
  readonly key: string | undefined

  constructor(problem: string | readonly string[], key?: string) {
    const problems = (typeof problem === 'string' ? [problem] : problem).map(inOneLine)
    super(problems.join('\n'))
    this.name = 'SettingsError'
    this.problems = problems
    this.key = key
  }
}

/** Messages quote keys and values from outside. A line break in one of them must not forge a second line. */
function inOneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

/** Collects mistakes, so that the operator sees all of them at once. */
export type SettingsErrors = ReturnType<typeof createSettingsErrors>

export function createSettingsErrors() {
  const errors: SettingsError[] = []
  return {
    /** Runs a step. Returns an empty list if it throws a SettingsError. */
    attempt<T>(step: () => readonly T[]): readonly T[] {
      try {
        return step()
      } catch (error) {
        if (!(error instanceof SettingsError)) throw error
        errors.push(error)
        return []
      }
    },
    add: (error: SettingsError) => void errors.push(error),
    /** Returns whether one of the settings with these keys, or of the groups, may have a mistake. */
    mayAffect: (keys: readonly string[]) =>
      errors.some(({ key }) => key === undefined || keys.some((one) => `${key}.`.startsWith(`${one}.`))),
    /** Throws one error with all mistakes, if there are any. */
    throwAll(): void {
      const [first, ...others] = errors
      if (first === undefined) return
      throw others.length === 0 ? first : new SettingsError(errors.flatMap(({ problems }) => problems))
    },
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
