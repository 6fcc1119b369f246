import type { AccessRequestTables } from '../accounts/access-request/access-request-tables.ts'
import type { DepartmentTables } from '../accounts/department/department-tables.ts'
import type { RoleTables } from '../accounts/role/role-tables.ts'
import type { ServiceAccountTables } from '../accounts/service-account/service-account-tables.ts'
import type { UserLinkTables } from '../accounts/user/user-link-tables.ts'
import type { UserTables } from '../accounts/user/user-tables.ts'
import type { ConfirmationTables } from '../administration/four-eyes/confirmation-tables.ts'
import type { LoginTables } from '../authentication/login/login-tables.ts'
import type { PasskeyTables } from '../authentication/passkey/passkey-tables.ts'
import type { PasswordLinkTables } from '../authentication/password-link/password-link-tables.ts'
import type { SecondFactorTables } from '../authentication/second-factor/second-factor-tables.ts'
import type { SessionTables } from '../authentication/session/session-tables.ts'
import type { RevocationTables } from '../authentication/token/revocation-tables.ts'
import type { RefusalTables } from '../authorization/explain/refusal-tables.ts'
import type { PolicyTables } from '../authorization/permission/policy-tables.ts'
import type { UsageTables } from '../authorization/usage/usage-tables.ts'
import type { ChangeTables } from '../cluster/change-feed/change-tables.ts'
import type { NodeTables } from '../cluster/nodes/node-tables.ts'
import type { AuditLogTables } from '../logs/audit-log/audit-log-tables.ts'
import type { ChainTables } from '../logs/hash-chain/chain-tables.ts'
import type { LoginLogTables } from '../logs/login-log/login-log-tables.ts'
import type { EventTables } from '../observability/events/event-tables.ts'
import type { WebhookTables } from '../observability/events/webhook-tables.ts'

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
    PasskeyTables,
    PasswordLinkTables,
    ConfirmationTables,
    AccessRequestTables,
    UsageTables,
    RefusalTables {}
