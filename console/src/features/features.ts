import type { ConsoleFeature } from '../shell/feature.ts'
import { accessRequests } from './access-requests/feature.tsx'
import { auditLog } from './audit-log/feature.tsx'
import { clusterState } from './cluster-state/feature.tsx'
import { department } from './department/feature.tsx'
import { events } from './events/feature.tsx'
import { explain } from './explain/feature.tsx'
import { fourEyes } from './four-eyes/feature.tsx'
import { loginLog } from './login-log/feature.tsx'
import { overview } from './overview/feature.tsx'
import { permission } from './permission/feature.tsx'
import { reports } from './reports/feature.tsx'
import { role } from './role/feature.tsx'
import { secondFactor } from './second-factor/feature.tsx'
import { serviceAccounts } from './service-accounts/feature.tsx'
import { session } from './session/feature.tsx'
import { user } from './user/feature.tsx'

/** What the pages for logged-in users consist of, in the order of the menu. */
export const FEATURES: readonly ConsoleFeature[] = [
  overview,
  user,
  serviceAccounts,
  role,
  department,
  permission,
  explain,
  fourEyes,
  accessRequests,
  session,
  loginLog,
  auditLog,
  events,
  reports,
  clusterState,
  secondFactor,
]
