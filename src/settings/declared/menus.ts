import { recordList } from '../list-types.ts'
import { readMenu } from '../records.ts'

export const menus = recordList({
  default: [],
  typeName: 'list of menu records',
  doc: "The menus of go-admin's front end (`GET /api/v1/menurole`), with `children` inside where there are any. In a variable or a flag: as JSON.",
  example: [{ menuId: 1, menuName: 'Admin', title: 'Administration', path: '/admin', children: [] }],
  readRecord: readMenu,
})
