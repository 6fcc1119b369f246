import { AuditOutlined } from '@ant-design/icons'
import type { ConsoleFeature } from '../../shell/feature.ts'

export const auditLog: ConsoleFeature = {
  pages: {
    '/audit-log': () => import('./audit-log-page.tsx'),
  },
  menu: {
    path: '/audit-log',
    name: ({ auditLog }) => auditLog.title,
    icon: <AuditOutlined />,
    isOffered: ({ mayCall }) => mayCall('GET', '/audit-log'),
  },
}
