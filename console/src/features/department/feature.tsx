import { ApartmentOutlined } from '@ant-design/icons'
import type { ConsoleFeature } from '../../shell/feature.ts'

export const department: ConsoleFeature = {
  pages: {
    '/departments': () => import('./departments-page.tsx'),
  },
  menu: {
    path: '/departments',
    name: ({ department }) => department.title,
    icon: <ApartmentOutlined />,
    isOffered: ({ mayCall }) => mayCall('GET', '/deptTree'),
  },
}
