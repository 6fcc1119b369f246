/** Which rows a user may see. There is no value for "no filter". */
export type DataScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'none'; readonly reason: string }
  | {
      readonly kind: 'some'
      /** Rows of these departments. */
      readonly departments: readonly number[]
      /** Rows that this user owns, whatever their department. */
      readonly userId?: number
    }

/** Returns the scope in a response. Everything that is not known is `none`. */
export function readDataScope(data: unknown): DataScope {
  const { kind, departments, userId, reason }: Record<string, unknown> = isRecord(data) ? data : {}
  if (kind === 'all') return { kind }
  if (kind === 'some' && Array.isArray(departments) && departments.every(isId)) {
    if (userId === undefined) return { kind, departments }
    if (isId(userId)) return { kind, departments, userId }
  }
  return { kind: 'none', reason: kind === 'none' ? String(reason) : 'response-unknown' }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0
}
