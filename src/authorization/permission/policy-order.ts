/** The fields by which rules can be sorted. */
export const POLICY_ORDERS = ['roleKey', 'path', 'method'] as const

export interface PolicyOrder {
  readonly by: (typeof POLICY_ORDERS)[number]
  readonly descending: boolean
}
