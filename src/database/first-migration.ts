import { ACCESS_REQUEST_TABLES } from '../accounts/access-request/access-request-tables.ts'
import { DEPARTMENT_TABLES } from '../accounts/department/department-tables.ts'
import { createRoleTables } from '../accounts/role/role-tables.ts'
import { SERVICE_ACCOUNT_TABLES } from '../accounts/service-account/service-account-tables.ts'
import { USER_LINK_TABLES } from '../accounts/user/user-link-tables.ts'
import { createUserTables } from '../accounts/user/user-tables.ts'
import { CONFIRMATION_TABLES } from '../administration/four-eyes/confirmation-tables.ts'
import { LOGIN_TABLES } from '../authentication/login/login-tables.ts'
import { PASSKEY_TABLES } from '../authentication/passkey/passkey-tables.ts'
import { PASSWORD_LINK_TABLES } from '../authentication/password-link/password-link-tables.ts'
import { SECOND_FACTOR_TABLES } from '../authentication/second-factor/second-factor-tables.ts'
import { SESSION_TABLES } from '../authentication/session/session-tables.ts'
import { REVOCATION_TABLES } from '../authentication/token/revocation-tables.ts'
import { REFUSAL_TABLES } from '../authorization/explain/refusal-tables.ts'
import { POLICY_TABLES } from '../authorization/permission/policy-tables.ts'
import { USAGE_TABLES } from '../authorization/usage/usage-tables.ts'
import { createChangeTables } from '../cluster/change-feed/change-tables.ts'
import { NODE_TABLES } from '../cluster/nodes/node-tables.ts'
import { AUDIT_LOG_TABLES } from '../logs/audit-log/audit-log-tables.ts'
import { createChainTables } from '../logs/hash-chain/chain-tables.ts'
import { createLoginLogTables } from '../logs/login-log/login-log-tables.ts'
import { createEventTables } from '../observability/events/event-tables.ts'
import { WEBHOOK_TABLES } from '../observability/events/webhook-tables.ts'
import type { MigrationContext } from './migrations/context.ts'
import { createTables } from './migrations/create-table.ts'

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
    ...PASSKEY_TABLES,
    ...PASSWORD_LINK_TABLES,
    ...CONFIRMATION_TABLES,
    ...ACCESS_REQUEST_TABLES,
    ...USAGE_TABLES,
    ...REFUSAL_TABLES,
  })
}
