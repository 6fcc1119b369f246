import { SafetyOutlined } from '@ant-design/icons'
import './permission.css'
import type { ConsoleFeature } from '../../shell/feature.ts'
import { usePermissionPalette } from './palette.ts'

export const permission: ConsoleFeature = {
  pages: {
    '/permissions': () => import('./matrix-page.tsx'),
    '/permissions/rules': () => import('./rules-page.tsx'),
    '/permissions/routes': () => import('./routes-page.tsx'),
  },
  menu: {
    path: '/permissions',
    name: ({ permission }) => permission.title,
    icon: <SafetyOutlined />,
    isOffered: ({ mayCall }) => mayCall('GET', '/policy'),
  },
  palette: usePermissionPalette,
}
