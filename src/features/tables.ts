import { AUDIT_LOG_TABLES, type AuditLogTables } from '../core/audit-log/audit-log-tables.ts'
import { type ChainTables, createChainTables } from '../core/audit-log/hash-chain/chain-tables.ts'
import { DEPARTMENT_TABLES, type DepartmentTables } from '../core/department/department-tables.ts'
import { createEventTables, type EventTables } from '../core/events/event-tables.ts'
import { LOGIN_TABLES, type LoginTables } from '../core/login/login-tables.ts'
import { createLoginLogTables, type LoginLogTables } from '../core/login-log/login-log-tables.ts'
import { POLICY_TABLES, type PolicyTables } from '../core/permission/rules/policy-tables.ts'
import { createRoleTables, type RoleTables } from '../core/role/role-tables.ts'
import { SESSION_TABLES, type SessionTables } from '../core/session/session-tables.ts'
import { REVOCATION_TABLES, type RevocationTables } from '../core/token/revocation-tables.ts'
import {
  SECOND_FACTOR_ROWS,
  SECOND_FACTOR_TABLES,
  type SecondFactorTables,
} from '../core/user/second-factor-tables.ts'
import { SERVICE_ACCOUNT_TABLES, type ServiceAccountTables } from '../core/user/service-account-tables.ts'
import { USER_LINK_TABLES, type UserLinkTables } from '../core/user/user-link-tables.ts'
import { createUserTables, type UserTables } from '../core/user/user-tables.ts'
import { type ChangeTables, createChangeTables } from '../platform/cluster/change-tables.ts'
import { NODE_TABLES, type NodeTables } from '../platform/cluster/node-tables.ts'
import type { MigrationContext } from '../platform/database/migrations/context.ts'
import { createTables } from '../platform/database/migrations/create-table.ts'
import { FEATURE_TABLES, type FeatureTables, ROWS_OF_FEATURES } from './tables-and-words.ts'

/** All tables. Times are milliseconds since 1970 (UTC); a status is "2" for enabled or success, "1" for disabled or failure. */
export interface Tables
  extends RoleTables,
    DepartmentTables,
    PolicyTables,
    UserTables,
    SecondFactorTables,
    UserLinkTables,
    SessionTables,
    RevocationTables,
    LoginTables,
    ChainTables,
    LoginLogTables,
    AuditLogTables,
    ChangeTables,
    NodeTables,
    EventTables,
    ServiceAccountTables,
    FeatureTables {}

/** Creates all tables, and the rows that the service updates but never inserts. Users refer to roles. */
export async function createAllTables(context: MigrationContext): Promise<void> {
  await createRoleTables(context)
  await createUserTables(context)
  await createChainTables(context)
  await createLoginLogTables(context)
  await createChangeTables(context)
  await createEventTables(context)
  await createTables(context, {
    ...POLICY_TABLES,
    ...DEPARTMENT_TABLES,
    ...USER_LINK_TABLES,
    ...SESSION_TABLES,
    ...REVOCATION_TABLES,
    ...LOGIN_TABLES,
    ...AUDIT_LOG_TABLES,
    ...NODE_TABLES,
    ...SECOND_FACTOR_TABLES,
    ...SERVICE_ACCOUNT_TABLES,
    ...FEATURE_TABLES,
  })
}

/** The tables with rows that are deleted with a user, and the column with the id of the user. */
export const ROWS_OF_USER = {
  ...SECOND_FACTOR_ROWS,
  ...ROWS_OF_FEATURES,
} as const
