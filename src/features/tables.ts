import type { AuditLogTables } from '../core/audit-log/audit-log-tables.ts'
import type { ChainTables } from '../core/audit-log/hash-chain/chain-tables.ts'
import type { DepartmentTables } from '../core/department/department-tables.ts'
import type { EventTables } from '../core/events/event-tables.ts'
import type { LoginTables } from '../core/login/login-tables.ts'
import type { LoginLogTables } from '../core/login-log/login-log-tables.ts'
import type { PolicyTables } from '../core/permission/rules/policy-tables.ts'
import type { RoleTables } from '../core/role/role-tables.ts'
import type { SessionTables } from '../core/session/session-tables.ts'
import type { RevocationTables } from '../core/token/revocation-tables.ts'
import type { ServiceAccountTables } from '../core/user/service-account-tables.ts'
import type { UserLinkTables } from '../core/user/user-link-tables.ts'
import type { UserTables } from '../core/user/user-tables.ts'
import type { ChangeTables } from '../platform/cluster/change-tables.ts'
import type { NodeTables } from '../platform/cluster/node-tables.ts'
import type { AccessRequestTables } from './approval/access-requests/access-request-tables.ts'
import type { ConfirmationTables } from './approval/four-eyes/confirmation-tables.ts'
import type { PasskeyTables } from './login/passkeys/passkey-tables.ts'
import type { PasswordLinkTables } from './login/password-links/password-link-tables.ts'
import type { SecondFactorTables } from './login/second-factor/second-factor-tables.ts'
import type { ServiceCredentialTables } from './login/service-accounts/service-credential-tables.ts'
import type { WebhookTables } from './monitoring/events/webhook-tables.ts'
import type { RefusalTables } from './policy/explain/refusal-tables.ts'
import type { UsageTables } from './policy/usage/usage-tables.ts'

/** All tables. Times are milliseconds since 1970 (UTC); a status is "2" for enabled or success, "1" for disabled or failure. */
export interface Tables
  extends RoleTables,
    DepartmentTables,
    PolicyTables,
    UserTables,
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
    WebhookTables,
    SecondFactorTables,
    ServiceAccountTables,
    ServiceCredentialTables,
    PasskeyTables,
    PasswordLinkTables,
    ConfirmationTables,
    AccessRequestTables,
    UsageTables,
    RefusalTables {}
