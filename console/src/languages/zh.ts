import 'dayjs/locale/zh-cn'
import locale from 'antd/es/locale/zh_CN'
import { texts as accessRequests } from '../features/access-requests/texts.zh.ts'
import { texts as auditLog } from '../features/audit-log/texts.zh.ts'
import { texts as clusterState } from '../features/cluster-state/texts.zh.ts'
import { texts as dataScope } from '../features/data-scope/texts.zh.ts'
import { texts as department } from '../features/department/texts.zh.ts'
import { texts as events } from '../features/events/texts.zh.ts'
import { texts as explain } from '../features/explain/texts.zh.ts'
import { texts as externalAccounts } from '../features/external-accounts/texts.zh.ts'
import { texts as fourEyes } from '../features/four-eyes/texts.zh.ts'
import { texts as logVerification } from '../features/log-verification/texts.zh.ts'
import { texts as login } from '../features/login/texts.zh.ts'
import { texts as loginLog } from '../features/login-log/texts.zh.ts'
import { texts as methodsOfUsers } from '../features/methods-of-users/texts.zh.ts'
import { texts as oidc } from '../features/oidc/texts.zh.ts'
import { texts as oneTimeCodes } from '../features/one-time-codes/texts.zh.ts'
import { texts as overview } from '../features/overview/texts.zh.ts'
import { texts as passkeys } from '../features/passkeys/texts.zh.ts'
import { texts as password } from '../features/password/texts.zh.ts'
import { texts as passwordLinks } from '../features/password-links/texts.zh.ts'
import { texts as permission } from '../features/permission/texts.zh.ts'
import { texts as policyFiles } from '../features/policy-files/texts.zh.ts'
import { texts as preview } from '../features/preview/texts.zh.ts'
import { texts as reports } from '../features/reports/texts.zh.ts'
import { texts as role } from '../features/role/texts.zh.ts'
import { texts as secondFactor } from '../features/second-factor/texts.zh.ts'
import { texts as serviceAccounts } from '../features/service-accounts/texts.zh.ts'
import { texts as session } from '../features/session/texts.zh.ts'
import { texts as user } from '../features/user/texts.zh.ts'
import { texts as shell } from '../shell/language/texts.zh.ts'
import type { Texts } from './en.ts'

/** The texts of Ant Design. */
export { locale }

export const texts: Texts = {
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
