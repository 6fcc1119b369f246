import type { ADMIN_ROLE_KEY as ServiceAdminRoleKey } from '../../../../../src/core/role/role.ts'

/** The key of the role that may call everything. The type ensures that it is the service's. */
export const ADMIN_ROLE_KEY: typeof ServiceAdminRoleKey = 'admin'
