/** The fields by which roles can be sorted. */
export const ROLE_ORDERS = ['roleId', 'roleKey', 'roleName', 'createdAt'] as const

export interface RoleOrder {
  readonly by: (typeof ROLE_ORDERS)[number]
  readonly descending: boolean
}
