/** How often a role has called a route, and whether it was allowed to. Contains no data about users. */
export interface Usage {
  readonly roleKey: string
  /** `GET` includes `HEAD`. */
  readonly method: string
  /** A path with `:name` for segments that differ between calls: see `recorded-route.ts`. */
  readonly route: string
  readonly allowed: boolean
  /** The number of calls since `firstUsedAt`. */
  readonly count: number
  /** Milliseconds since 1970, like `lastUsedAt`. */
  readonly firstUsedAt: number
  readonly lastUsedAt: number
}

export const MAX_ROUTE_LENGTH = 512

/**
 * The route and method of a row that counts allowed calls of a role that were not recorded, because a limit was reached:
 * up to its `lastUsedAt`, the record of the role is incomplete.
 */
export const GAP = ''
/** The role key of a gap that concerns all roles. */
export const ALL_ROLES = ''

/** The maximum number of stored rows of a role, for allowed calls and for denied ones. */
export const MAX_ROWS_PER_ROLE = 1000
/** The maximum number of stored rows of all roles, for allowed calls and for denied ones. */
export const MAX_ROWS = 20_000
