import { DashboardOutlined } from '@ant-design/icons'
import { OVERVIEW_ENDPOINTS } from './endpoints.ts'
import './overview.css'
import type { ConsoleFeature } from '../../shell/feature.ts'

export const overview: ConsoleFeature = {
  pages: {
    '/': () => import('./overview-page.tsx'),
  },
  menu: {
    path: '/',
    name: ({ overview }) => overview.title,
    icon: <DashboardOutlined />,
    isOffered: ({ mayCall }) => OVERVIEW_ENDPOINTS.some((path) => mayCall('GET', path)),
  },
}
