import { CheckSquareOutlined } from '@ant-design/icons'
import type { ConsoleFeature } from '../../shell/feature.ts'
import { requestPagesOf } from '../four-eyes/use-request-pages.ts'
import { WaitingBadge } from './waiting-requests.tsx'

export const accessRequests: ConsoleFeature = {
  pages: {
    '/requests': () => import('./requests-page.tsx'),
  },
  menu: {
    path: '/requests',
    name: ({ accessRequest }) => accessRequest.menu,
    icon: <CheckSquareOutlined />,
    isOffered: (viewer) => Object.values(requestPagesOf(viewer)).includes(true),
    badge: WaitingBadge,
  },
}
