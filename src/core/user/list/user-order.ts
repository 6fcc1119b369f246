export interface UserFilter {
  /** The beginning of the name, compared by username key. */
  readonly username?: string | undefined
  readonly email?: string | undefined
  readonly phone?: string | undefined
  readonly status?: string | undefined
  readonly roleId?: number | undefined
  /** Directly in this department; 0 for users in none. */
  readonly deptId?: number | undefined
  /** `none`: users without a second factor. `set`: those who have set one up. */
  readonly secondFactor?: 'none' | 'set' | undefined
}

/** The fields by which users can be sorted. */
export const USER_ORDERS = ['userId', 'username', 'createdAt'] as const

export interface UserOrder {
  /** `createdAt` sorts by id, because ids are assigned in the order of creation. */
  readonly by: (typeof USER_ORDERS)[number]
  readonly descending: boolean
}

/**
 * Returns the default order of a list. The results of a text search can only be sorted by name: any other order would have to
 * read all of them.
 */
export function defaultOrder({ username, email, phone }: UserFilter): UserOrder['by'] {
  return username || email || phone ? 'username' : 'userId'
}

/** Returns whether an index supports this order with the filter. */
export function isSortable(filter: UserFilter, by: UserOrder['by']): boolean {
  return by === 'username' || defaultOrder(filter) === 'userId'
}
