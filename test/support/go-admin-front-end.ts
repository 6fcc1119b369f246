import { afterAll } from 'vitest'
import type { OpenapiDocument } from './openapi.ts'
import { loginOperator, type Operator, type Thing } from './operator.ts'
import { compareWith } from './seen-responses.ts'
import { startService, type TestOptions, type TestService } from './service.ts'

/** The menus of a small front end: a page with buttons, a page without, and a link that needs no endpoint. */
export const MENUS = [
  {
    menuId: 2,
    menuName: 'Admin',
    title: 'Administration',
    menuType: 'M',
    path: '/admin',
    component: 'Layout',
    children: [
      {
        menuId: 3,
        menuName: 'SysUserManage',
        title: 'Users',
        menuType: 'C',
        permission: 'admin:sysUser:list',
        sysApi: [{ path: '/api/v1/sys-user', action: 'GET' }],
        children: [
          {
            menuId: 43,
            title: 'Add a user',
            menuType: 'F',
            permission: 'admin:sysUser:add',
            sysApi: [{ path: '/api/v1/sys-user', action: 'POST' }],
          },
          {
            menuId: 45,
            title: 'Change a user',
            menuType: 'F',
            permission: 'admin:sysUser:edit',
            sysApi: [
              { path: '/api/v1/sys-user', action: 'PUT' },
              { path: '/api/v1/user/status', action: 'PUT' },
            ],
          },
        ],
      },
      {
        menuId: 52,
        menuName: 'SysRoleManage',
        title: 'Roles',
        menuType: 'C',
        permission: 'admin:sysRole:list',
        sysApi: [{ path: '/api/v1/role', action: 'GET' }],
      },
    ],
  },
  { menuId: 90, menuName: 'Manual', title: 'Manual', menuType: 'C', path: '/manual' },
] as const

export interface FrontEndService extends TestService {
  readonly admin: Operator
}

/** Starts a service for go-admin's front end. The responses of the test are compared with the document that it serves. */
export async function startForFrontEnd(options: TestOptions = {}): Promise<FrontEndService> {
  const service = await startService({
    ...options,
    settings: {
      menus: MENUS.map((menu) => ({ ...menu })),
      apiDocs: { serve: 'always' },
      ...options.settings,
      compatibility: { goAdmin: true },
    },
  })
  await compareWithServedDocument(service.base)
  return { ...service, admin: await loginOperator(service.base) }
}

/** Compares the responses with the document that a service serves, until the end of the file. */
export async function compareWithServedDocument(base: string): Promise<void> {
  const response = await fetch(`${base}/openapi.json`)
  compareWith((await response.json()) as OpenapiDocument)
}

/** Compares the responses of the tests of other files with the usual document again. */
export function resetDocumentAfterwards(): void {
  afterAll(() => compareWith(undefined))
}

/** Returns what go-admin's front end sends back when a form is saved: the whole record with what was changed. */
export function formOf(record: Thing, changes: Thing): Thing {
  return { ...record, ...changes }
}
