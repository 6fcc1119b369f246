import { IdcardOutlined } from '@ant-design/icons'
import type { ConsoleFeature } from '../../shell/feature.ts'
import { useRolePalette } from './palette.ts'

export const role: ConsoleFeature = {
  pages: {
    '/roles': () => import('./roles-page.tsx'),
    '/roles/:id': () => import('./role-page.tsx'),
    '/roles/by-key': () => import('./role-by-key-page.tsx'),
  },
  menu: {
    path: '/roles',
    name: ({ role }) => role.title,
    icon: <IdcardOutlined />,
    isOffered: ({ mayCall }) => mayCall('GET', '/role'),
  },
  palette: useRolePalette,
}
