import { texts as accessRequests } from '../features/access-requests/texts.en.ts'
import { texts as auditLog } from '../features/audit-log/texts.en.ts'
import { texts as clusterState } from '../features/cluster-state/texts.en.ts'
import { texts as dataScope } from '../features/data-scope/texts.en.ts'
import { texts as department } from '../features/department/texts.en.ts'
import { texts as events } from '../features/events/texts.en.ts'
import { texts as explain } from '../features/explain/texts.en.ts'
import { texts as externalAccounts } from '../features/external-accounts/texts.en.ts'
import { texts as fourEyes } from '../features/four-eyes/texts.en.ts'
import { texts as logVerification } from '../features/log-verification/texts.en.ts'
import { texts as login } from '../features/login/texts.en.ts'
import { texts as loginLog } from '../features/login-log/texts.en.ts'
import { texts as methodsOfUsers } from '../features/methods-of-users/texts.en.ts'
import { texts as oidc } from '../features/oidc/texts.en.ts'
import { texts as oneTimeCodes } from '../features/one-time-codes/texts.en.ts'
import { texts as overview } from '../features/overview/texts.en.ts'
import { texts as passkeys } from '../features/passkeys/texts.en.ts'
import { texts as password } from '../features/password/texts.en.ts'
import { texts as passwordLinks } from '../features/password-links/texts.en.ts'
import { texts as permission } from '../features/permission/texts.en.ts'
import { texts as policyFiles } from '../features/policy-files/texts.en.ts'
import { texts as preview } from '../features/preview/texts.en.ts'
import { texts as reports } from '../features/reports/texts.en.ts'
import { texts as role } from '../features/role/texts.en.ts'
import { texts as secondFactor } from '../features/second-factor/texts.en.ts'
import { texts as serviceAccounts } from '../features/service-accounts/texts.en.ts'
import { texts as session } from '../features/session/texts.en.ts'
import { texts as user } from '../features/user/texts.en.ts'
import { texts as shell } from '../shell/language/texts.en.ts'

/** The reference for all other languages, and the language that is shown when another one cannot be loaded. */
export const texts = {
  ...shell,
  ...accessRequests,
  ...auditLog,
  ...clusterState,
  ...dataScope,
  ...department,
  ...events,
  ...explain,
  ...externalAccounts,
  ...fourEyes,
  ...logVerification,
  ...login,
  ...loginLog,
  ...methodsOfUsers,
  ...oidc,
  ...oneTimeCodes,
  ...overview,
  ...passkeys,
  ...password,
  ...passwordLinks,
  ...permission,
  ...policyFiles,
  ...preview,
  ...reports,
  ...role,
  ...secondFactor,
  ...serviceAccounts,
  ...session,
  ...user,
}

/** All texts of the console. Every other language has the same keys. */
export type Texts = typeof texts
