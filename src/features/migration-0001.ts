import { AUDIT_LOG_TABLES } from '../core/audit-log/audit-log-tables.ts'
import { createChainTables } from '../core/audit-log/hash-chain/chain-tables.ts'
import { DEPARTMENT_TABLES } from '../core/department/department-tables.ts'
import { createEventTables } from '../core/events/event-tables.ts'
import { LOGIN_TABLES } from '../core/login/login-tables.ts'
import { createLoginLogTables } from '../core/login-log/login-log-tables.ts'
import { POLICY_TABLES } from '../core/permission/rules/policy-tables.ts'
import { createRoleTables } from '../core/role/role-tables.ts'
import { SESSION_TABLES } from '../core/session/session-tables.ts'
import { REVOCATION_TABLES } from '../core/token/revocation-tables.ts'
import { SERVICE_ACCOUNT_TABLES } from '../core/user/service-account-tables.ts'
import { USER_LINK_TABLES } from '../core/user/user-link-tables.ts'
import { createUserTables } from '../core/user/user-tables.ts'
import { createChangeTables } from '../platform/cluster/change-tables.ts'
import { NODE_TABLES } from '../platform/cluster/node-tables.ts'
import type { MigrationContext } from '../platform/database/migrations/context.ts'
import { createTables } from '../platform/database/migrations/create-table.ts'
import { ACCESS_REQUEST_TABLES } from './approval/access-requests/access-request-tables.ts'
import { CONFIRMATION_TABLES } from './approval/four-eyes/confirmation-tables.ts'
import { PASSKEY_TABLES } from './login/passkeys/passkey-tables.ts'
import { PASSWORD_LINK_TABLES } from './login/password-links/password-link-tables.ts'
import { SECOND_FACTOR_TABLES } from './login/second-factor/second-factor-tables.ts'
import { SERVICE_CREDENTIAL_TABLES } from './login/service-accounts/service-credential-tables.ts'
import { WEBHOOK_TABLES } from './monitoring/events/webhook-tables.ts'
import { REFUSAL_TABLES } from './policy/explain/refusal-tables.ts'
import { USAGE_TABLES } from './policy/usage/usage-tables.ts'

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
