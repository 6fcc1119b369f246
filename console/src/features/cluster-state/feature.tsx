import { CloudServerOutlined } from '@ant-design/icons'
import type { ConsoleFeature } from '../../shell/feature.ts'

export const clusterState: ConsoleFeature = {
  pages: {
    '/system': () => import('./system-page.tsx'),
  },
  menu: {
    path: '/system',
    name: ({ system }) => system.title,
    icon: <CloudServerOutlined />,
    isOffered: ({ mayCall }) => mayCall('GET', '/system') || mayCall('GET', '/cluster'),
  },
}
