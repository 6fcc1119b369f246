/** Another connection is writing. */
export const BUSY = 5
/** This connection would have to write. */
export const READONLY = 8
/** The database, or a file beside it, cannot be opened. */
export const CANTOPEN = 14

/** SQLite's messages do not change between versions. */
const CODES_BY_TEXT: readonly (readonly [text: RegExp, code: number])[] = [
  [/database is locked/, BUSY],
  [/table is locked/, 6],
  [/attempt to write a readonly database/, READONLY],
  [/disk I\/O error/, 10],
  [/database or disk is full/, 13],
  [/unable to open database file/, CANTOPEN],
  [/^UNIQUE constraint failed/, 2067],
]

/** Adds the code that the package for Node 20 omits from the errors of statements that return rows. */
export function withSqliteCode(error: unknown): unknown {
  if (!(error instanceof Error) || 'errcode' in error) return error
  const errcode = CODES_BY_TEXT.find(([text]) => text.test(error.message))?.[1]
  return errcode === undefined ? error : Object.assign(error, { errcode })
}

/** Returns whether an error has one of these codes. The lowest byte of an extended code is the primary code. */
export function hasPrimaryCode(error: unknown, ...codes: readonly number[]): boolean {
  return error instanceof Error && 'errcode' in error && codes.includes(Number(error.errcode) & 0xff)
}
