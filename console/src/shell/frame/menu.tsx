import {
  ApartmentOutlined,
  AuditOutlined,
  BellOutlined,
  CheckSquareOutlined,
  ClearOutlined,
  CloudServerOutlined,
  DashboardOutlined,
  DesktopOutlined,
  HistoryOutlined,
  IdcardOutlined,
  RobotOutlined,
  SafetyOutlined,
  StopOutlined,
  TeamOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import type { ConsolePage } from '../../../../src/features/web/console/pages.ts'
import { useRequestPages } from '../../features/four-eyes/use-request-pages.ts'
import { OVERVIEW_ENDPOINTS } from '../../features/overview/endpoints.ts'
import { REPORTS } from '../../features/reports/report-names.ts'
import type { Texts } from '../language/texts.ts'
import { useOwnSession } from '../own-session/own-session.tsx'

interface MenuEntry {
  readonly path: ConsolePage
  readonly name: keyof Texts['nav']
  readonly icon: ReactNode
  /** The endpoints of which the page needs one. */
  readonly needs: readonly string[]
}

const MENU: readonly MenuEntry[] = [
  { path: '/', name: 'overview', icon: <DashboardOutlined />, needs: OVERVIEW_ENDPOINTS },
  { path: '/users', name: 'users', icon: <TeamOutlined />, needs: ['/sys-user'] },
  {
    path: '/service-accounts',
    name: 'serviceAccounts',
    icon: <RobotOutlined />,
    needs: ['/service-account'],
  },
  { path: '/roles', name: 'roles', icon: <IdcardOutlined />, needs: ['/role'] },
  { path: '/departments', name: 'departments', icon: <ApartmentOutlined />, needs: ['/deptTree'] },
  { path: '/permissions', name: 'permissions', icon: <SafetyOutlined />, needs: ['/policy'] },
  { path: '/refusals', name: 'refusals', icon: <StopOutlined />, needs: ['/refusal/group'] },
  { path: '/requests', name: 'requests', icon: <CheckSquareOutlined />, needs: [] },
  { path: '/sessions', name: 'sessions', icon: <DesktopOutlined />, needs: ['/session'] },
  { path: '/login-log', name: 'loginLog', icon: <HistoryOutlined />, needs: ['/sys-login-log'] },
  { path: '/audit-log', name: 'auditLog', icon: <AuditOutlined />, needs: ['/audit-log'] },
  { path: '/events', name: 'events', icon: <BellOutlined />, needs: ['/event'] },
  {
    path: '/clean-up',
    name: 'cleanUp',
    icon: <ClearOutlined />,
    needs: REPORTS.map((report) => `/report/${report}`),
  },
  { path: '/system', name: 'system', icon: <CloudServerOutlined />, needs: ['/system', '/cluster'] },
]

/** Returns the pages that the user may see. */
export function useOfferedPages(): readonly MenuEntry[] {
  const { mayCall } = useOwnSession()
  const { hasAccessRequests, hasConfirmations } = useRequestPages()
  return MENU.filter(({ path, needs }) =>
    path === '/requests'
      ? hasAccessRequests || hasConfirmations
      : needs.some((endpoint) => mayCall('GET', endpoint)),
  )
}
