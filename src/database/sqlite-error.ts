const BUSY = 5

/** SQLite's texts are as fixed as the codes they stand for. */
const codes: readonly (readonly [text: RegExp, code: number])[] = [
  [/database is locked/, BUSY],
  [/table is locked/, 6],
  [/disk I\/O error/, 10],
  [/database or disk is full/, 13],
  [/unable to open database file/, 14],
  [/^UNIQUE constraint failed/, 2067],
]

/** The package for Node 20 leaves the code out of what a statement that gives rows throws. */
export function withSqliteCode(error: unknown): unknown {
  if (!(error instanceof Error) || 'errcode' in error) return error
  const errcode = codes.find(([text]) => text.test(error.message))?.[1]
  return errcode === undefined ? error : Object.assign(error, { errcode })
}

/** Whether another connection is writing. */
export function isBusy(error: unknown): boolean {
  // The extended codes have the plain one in their lowest byte.
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === BUSY
}
