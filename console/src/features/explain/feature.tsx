import { StopOutlined } from '@ant-design/icons'
import type { ConsoleFeature } from '../../shell/feature.ts'
import { useExplainPalette } from './palette.ts'

export const explain: ConsoleFeature = {
  pages: {
    '/permissions/check': () => import('./check-access-page.tsx'),
    '/refusals': () => import('./refusals-page.tsx'),
  },
  menu: {
    path: '/refusals',
    name: ({ refusals }) => refusals.menu,
    icon: <StopOutlined />,
    isOffered: ({ mayCall }) => mayCall('GET', '/refusal/group'),
  },
  palette: useExplainPalette,
}
