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
import {
  ACCESS_REQUEST_ROWS,
  ACCESS_REQUEST_TABLES,
  type AccessRequestTables,
} from './approval/access-requests/access-request-tables.ts'
import { CONFIRMATION_TABLES, type ConfirmationTables } from './approval/four-eyes/confirmation-tables.ts'
import { PASSKEY_ROWS, PASSKEY_TABLES, type PasskeyTables } from './login/passkeys/passkey-tables.ts'
import {
  PASSWORD_LINK_ROWS,
  PASSWORD_LINK_TABLES,
  type PasswordLinkTables,
} from './login/password-links/password-link-tables.ts'
import {
  SERVICE_CREDENTIAL_ROWS,
  SERVICE_CREDENTIAL_TABLES,
  type ServiceCredentialTables,
} from './login/service-accounts/service-credential-tables.ts'
import {
  EVENT_READ_ROWS,
  EVENT_READ_TABLES,
  type EventReadTables,
} from './monitoring/events/event-read-tables.ts'
import { WEBHOOK_TABLES, type WebhookTables } from './monitoring/events/webhook-tables.ts'
import { REFUSAL_TABLES, type RefusalTables } from './policy/explain/refusal-tables.ts'
import { USAGE_TABLES, type UsageTables } from './policy/usage/usage-tables.ts'

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
    ServiceCredentialTables,
    PasskeyTables,
    PasswordLinkTables,
    ConfirmationTables,
    AccessRequestTables,
    UsageTables,
    RefusalTables,
    WebhookTables,
    EventReadTables,
    ServiceAccountTables {}

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
    ...WEBHOOK_TABLES,
    ...EVENT_READ_TABLES,
    ...SECOND_FACTOR_TABLES,
    ...SERVICE_ACCOUNT_TABLES,
    ...SERVICE_CREDENTIAL_TABLES,
    ...PASSKEY_TABLES,
    ...PASSWORD_LINK_TABLES,
    ...CONFIRMATION_TABLES,
    ...ACCESS_REQUEST_TABLES,
    ...USAGE_TABLES,
    ...REFUSAL_TABLES,
  })
}

/** The tables of features with rows that are deleted with a user, and the column with the id of the user. */
export const ROWS_OF_USER = {
  ...SECOND_FACTOR_ROWS,
  ...PASSKEY_ROWS,
  ...SERVICE_CREDENTIAL_ROWS,
  ...PASSWORD_LINK_ROWS,
  ...ACCESS_REQUEST_ROWS,
  ...EVENT_READ_ROWS,
} as const
