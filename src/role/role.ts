/** "1" all, "2" custom departments, "3" own department, "4" own department and below, "5" own data only. */
export const DATA_SCOPES = ['1', '2', '3', '4', '5'] as const
export type DataScope = (typeof DATA_SCOPES)[number]

/** The role whose key is this passes the permission check unasked (spec, Authentication 5a). */
export const ADMIN_ROLE_KEY = 'admin'

/** A role as the endpoints answer it. */
export interface Role {
  readonly roleId: number
  readonly roleName: string
  readonly roleKey: string
  readonly dataScope: string
  readonly status: string
  readonly remark: string
  /** Goes up with every change. Sent along with a change, it keeps one from overwriting another's. */
  readonly revision: number
  readonly createdAt: string
  readonly updatedAt: string
}

/** Whether one who may see the first scope sees all of the second. Custom departments are known to nobody but their role. */
export function scopeCovers(own: string, other: string): boolean {
  const within: Readonly<Record<string, readonly string[]>> = {
    '3': ['3', '5'],
    '4': ['3', '4', '5'],
    '5': ['5'],
  }
  return own === '1' || (within[own]?.includes(other) ?? false)
}
