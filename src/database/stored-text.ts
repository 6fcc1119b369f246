import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Whether a text can be stored and found again. PostgreSQL refuses a NUL, SQLite cuts the text there, and half a
 * surrogate pair becomes another character on the way: nothing of the kind is stored, so nothing equals it.
 */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** The same on every database: what one refuses, none takes. */
export function assertStorable(parameters: readonly unknown[]): void {
  for (const value of parameters) {
    if (typeof value === 'string' && !isStorable(value)) {
      throw new TypeError('a text with a NUL or half a surrogate pair cannot be stored')
    }
  }
}

/** The text, cut to so many characters, for a column that takes no more. */
export function truncate(text: string, maxCharacters: number): string {
  return text.length <= maxCharacters ? text : [...text].slice(0, maxCharacters).join('')
}

/** Whether the column contains the text, taken literally. Not the backslash: MySQL escapes with it twice. */
export function contains(column: string, text: string): RawBuilder<SqlBool> {
  const pattern = `%${text.replaceAll(/[!%_]/g, '!$&')}%`
  return sql<SqlBool>`${sql.ref(column)} like ${pattern} escape '!'`
}
