/** The fields by which groups of refusals can be sorted. */
export const GROUP_ORDERS = ['refusedAt', 'count', 'users'] as const

export interface GroupOrder {
  /** `refusedAt` sorts by the newest request of each group. */
  readonly by: (typeof GROUP_ORDERS)[number]
  readonly descending: boolean
}
