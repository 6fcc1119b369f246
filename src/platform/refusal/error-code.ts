/** Returns the code of a system error, such as `ENOENT`. */
export function errorCodeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
