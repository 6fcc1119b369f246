import { TeamOutlined } from '@ant-design/icons'
import type { ConsoleFeature } from '../../shell/feature.ts'
import { useUserPalette } from './palette.ts'

export const user: ConsoleFeature = {
  pages: {
    '/users': () => import('./users-page.tsx'),
    '/users/:id': () => import('./user-page.tsx'),
    '/users/by-name': () => import('./user-by-name-page.tsx'),
    '/profile': () => import('./profile-page.tsx'),
  },
  menu: {
    path: '/users',
    name: ({ user }) => user.title,
    icon: <TeamOutlined />,
    isOffered: ({ mayCall }) => mayCall('GET', '/sys-user'),
  },
  palette: useUserPalette,
}
