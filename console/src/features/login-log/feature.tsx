import { HistoryOutlined } from '@ant-design/icons'
import type { ConsoleFeature } from '../../shell/feature.ts'

export const loginLog: ConsoleFeature = {
  pages: {
    '/login-log': () => import('./login-log-page.tsx'),
  },
  menu: {
    path: '/login-log',
    name: ({ loginLog }) => loginLog.title,
    icon: <HistoryOutlined />,
    isOffered: ({ mayCall }) => mayCall('GET', '/sys-login-log'),
  },
}
