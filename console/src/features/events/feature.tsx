import { BellOutlined } from '@ant-design/icons'
import type { ConsoleFeature } from '../../shell/feature.ts'
import { UnreadBadge } from './unread-badge.tsx'

export const events: ConsoleFeature = {
  pages: {
    '/events': () => import('./events-page.tsx'),
  },
  menu: {
    path: '/events',
    name: ({ events }) => events.title,
    icon: <BellOutlined />,
    isOffered: ({ mayCall }) => mayCall('GET', '/event'),
    badge: UnreadBadge,
  },
}
