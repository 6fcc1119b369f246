import { DesktopOutlined } from '@ant-design/icons'
import type { ConsoleFeature } from '../../shell/feature.ts'
import { useSessionPalette } from './palette.ts'

export const session: ConsoleFeature = {
  pages: {
    '/sessions': () => import('./sessions-page.tsx'),
  },
  menu: {
    path: '/sessions',
    name: ({ session }) => session.menu,
    icon: <DesktopOutlined />,
    isOffered: ({ mayCall }) => mayCall('GET', '/session'),
  },
  palette: useSessionPalette,
}
