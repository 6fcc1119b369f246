import { RobotOutlined } from '@ant-design/icons'
import type { ConsoleFeature } from '../../shell/feature.ts'
import { useServiceAccountPalette } from './palette.ts'

export const serviceAccounts: ConsoleFeature = {
  pages: {
    '/service-accounts': () => import('./service-accounts-page.tsx'),
    '/service-accounts/:id': () => import('./service-account-page.tsx'),
  },
  menu: {
    path: '/service-accounts',
    name: ({ serviceAccount }) => serviceAccount.title,
    icon: <RobotOutlined />,
    isOffered: ({ mayCall }) => mayCall('GET', '/service-account'),
  },
  palette: useServiceAccountPalette,
}
