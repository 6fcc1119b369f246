import { ClearOutlined } from '@ant-design/icons'
import type { ConsoleFeature } from '../../shell/feature.ts'
import { REPORTS } from './report-names.ts'

export const reports: ConsoleFeature = {
  pages: {
    '/clean-up': () => import('./clean-up-page.tsx'),
  },
  menu: {
    path: '/clean-up',
    name: ({ cleanUp }) => cleanUp.title,
    icon: <ClearOutlined />,
    isOffered: ({ mayCall }) => REPORTS.some((report) => mayCall('GET', `/report/${report}`)),
  },
}
