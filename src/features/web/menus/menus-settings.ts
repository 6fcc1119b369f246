import { recordList } from '../../../platform/settings/list-types.ts'
import { menuRecord } from './menu-settings.ts'

export const menus = recordList({
  typeName: 'list of menu records',
  doc: 'Menus for the go-admin front end (`GET /api/v1/menurole`), nested by `children`.',
  example: [{ menuId: 1, menuName: 'Admin', title: 'Administration', path: '/admin', children: [] }],
  entry: menuRecord,
})
