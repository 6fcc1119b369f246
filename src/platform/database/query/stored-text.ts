import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Returns whether a text can be stored and found again. PostgreSQL refuses a NUL, SQLite truncates the text there, and a
 * lone surrogate becomes another character when it is encoded.
 */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** Throws if a parameter is a text that cannot be stored, so that all databases refuse the same texts. */
export function assertStorable(parameters: readonly unknown[]): void {
  for (const value of parameters) {
    if (typeof value === 'string' && !isStorable(value)) {
      throw new TypeError('a text with a NUL or a lone surrogate cannot be stored')
    }
  }
}

/** Truncates a text to the maximum length of its column. */
export function truncate(text: string, maxCharacters: number): string {
  return text.length <= maxCharacters ? text : [...text].slice(0, maxCharacters).join('')
}

/** Returns the entries of a column with a list, such as `login_methods`. */
export function parseList(column: string): string[] {
  return column === '' ? [] : column.split(',')
}

/** Returns the condition that a column contains a text literally. */
export function contains(column: string, text: string): RawBuilder<SqlBool> {
  return like(column, `%${literal(text)}%`)
}

/** Returns the condition that a column starts with a text literally. */
export function startsWith(column: string, text: string): RawBuilder<SqlBool> {
  return like(column, `${literal(text)}%`)
}

/** Returns the condition that a column ends with a text literally. */
export function endsWith(column: string, text: string): RawBuilder<SqlBool> {
  return like(column, `%${literal(text)}`)
}

function literal(text: string): string {
  return text.replaceAll(/[!%_]/g, '!$&')
}

/** The escape character is not a backslash, which MySQL would unescape twice. */
function like(column: string, pattern: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} like ${pattern} escape '!'`
}
