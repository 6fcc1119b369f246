import { DATA_SCOPE_NAMES, type DataScope } from '../../../core/role/role.ts'
import { DISABLED, ENABLED } from '../../../core/user/status.ts'
import { casbinTableOf, readCasbinRules } from './casbin-rules.ts'
import type { Report } from './import-report.ts'
import type { OldDatabase, OldRow } from './old-database.store.ts'
import {
  idOf,
  NotRecognised,
  type OldDepartment,
  type OldMenu,
  type OldRole,
  type OldSystem,
  requireColumns,
  sortOf,
  textOf,
} from './old-system.ts'
import { isDeleted, scopeOf, statusOf } from './old-values.ts'

const STATES = { enabled: '1', disabled: '2' }
/** The numbers of gin-vue-admin, which have other meanings here. */
const SCOPES: ReadonlyMap<string, DataScope> = new Map([
  ['1', DATA_SCOPE_NAMES.all],
  ['2', DATA_SCOPE_NAMES['department-and-below']],
  ['3', DATA_SCOPE_NAMES.department],
  ['4', DATA_SCOPE_NAMES.own],
  ['5', DATA_SCOPE_NAMES.custom],
])
const TRUE = /^(?:1|t|true)$/i
/** How a department without a column for it, or with a boolean, is enabled. */
const FALSE = /^(?:0|f|false)$/i
const USER_COLUMNS = [
  'id',
  'username',
  'password',
  'nick_name',
  'phone',
  'email',
  'authority_id',
  'dept_id',
  'enable',
  'deleted_at',
] as const
const ROLE_OF_USER = ['sys_user_id', 'sys_authority_authority_id'] as const

/** Reads the database of gin-vue-admin. The key of a role is its number: rules name it. */
export function openGinVueAdmin(old: OldDatabase): OldSystem {
  requireColumns(old, {
    sys_users: ['id', 'username', 'password', 'authority_id', 'enable'],
    sys_authorities: ['authority_id', 'authority_name'],
  })
  if (casbinTableOf(old) === undefined) throw new NotRecognised('there is no table casbin_rule')

  const exists = (table: string) => (row: OldRow<'deleted_at'>) =>
    !isDeleted(row.deleted_at, old.kindOf(table, 'deleted_at'))

  async function readRoles(report: Report): Promise<readonly OldRole[]> {
    const columns = ['authority_id', 'authority_name', 'data_scope', 'deleted_at'] as const
    const departments = await old.rows('sys_authority_departments', [
      'sys_authority_authority_id',
      'sys_department_id',
    ])
    return (await old.rows('sys_authorities', columns)).filter(exists('sys_authorities')).map((row) => {
      const id = idOf(row, 'authority_id')
      return {
        id,
        roleKey: id,
        roleName: textOf(row, 'authority_name'),
        dataScope: scopeOf(textOf(row, 'data_scope'), SCOPES, report),
        deptIds: departments
          .filter((one) => idOf(one, 'sys_authority_authority_id') === id)
          .map((one) => idOf(one, 'sys_department_id')),
        // Its roles cannot be disabled.
        status: ENABLED,
        remark: '',
      }
    })
  }

  async function readDepartments(report: Report): Promise<readonly OldDepartment[]> {
    const columns = ['id', 'parent_id', 'name', 'sort', 'status', 'deleted_at'] as const
    const rows = (await old.rows('sys_departments', columns)).filter(exists('sys_departments'))
    return rows.map((row) => {
      const status = textOf(row, 'status')
      const isEnabled = TRUE.test(status)
      const known = FALSE.test(status) ? 'disabled' : 'disabled (unknown value)'
      report.map('status of departments', status === '' ? '(empty)' : status, isEnabled ? 'enabled' : known)
      return {
        id: idOf(row, 'id'),
        parentId: idOf(row, 'parent_id'),
        deptName: textOf(row, 'name'),
        sort: sortOf(row, 'sort'),
        leader: '',
        phone: '',
        email: '',
        status: isEnabled ? ENABLED : DISABLED,
      }
    })
  }

  async function readMenus(): Promise<readonly OldMenu[]> {
    const columns = [
      'id',
      'parent_id',
      'name',
      'path',
      'title',
      'icon',
      'component',
      'hidden',
      'sort',
    ] as const
    const rows = (await old.rows('sys_base_menus', [...columns, 'deleted_at'])).filter(
      exists('sys_base_menus'),
    )
    const ofRole = await old.rows('sys_authority_menus', ['sys_base_menu_id', 'sys_authority_authority_id'])
    return rows.map((row) => {
      const id = idOf(row, 'id')
      return {
        id,
        parentId: idOf(row, 'parent_id'),
        sort: sortOf(row, 'sort'),
        record: {
          menuId: Number(id),
          menuName: textOf(row, 'name'),
          title: textOf(row, 'title'),
          icon: textOf(row, 'icon'),
          path: textOf(row, 'path'),
          component: textOf(row, 'component'),
          parentId: Number(idOf(row, 'parent_id')),
          sort: sortOf(row, 'sort'),
          visible: TRUE.test(textOf(row, 'hidden')) ? '1' : '0',
        },
        roleIds: ofRole
          .filter((one) => idOf(one, 'sys_base_menu_id') === id)
          .map((one) => idOf(one, 'sys_authority_authority_id')),
        // Its menus do not say which routes they call.
        endpoints: [],
      }
    })
  }

  /** It compares methods exactly, so a rule for every method permits nothing there, and would permit everything here. */
  async function readRules(report: Report) {
    return (await readCasbinRules(old, report)).filter(({ subject, method, path }) => {
      if (method !== '*') return true
      report.add({
        kind: 'left-out',
        reason: 'a rule for the method "*", which permits nothing there',
        about: `${subject} * ${path}`,
        fix: 'nothing, or add the methods that are wanted with castellan policy add',
      })
      return false
    })
  }

  return {
    async readStructure(report) {
      return {
        departments: await readDepartments(report),
        roles: await readRoles(report),
        rules: await readRules(report),
        menus: await readMenus(),
      }
    },

    countUsers: () => old.count('sys_users'),

    async *users(report) {
      for await (const rows of old.batches('sys_users', 'id', USER_COLUMNS)) {
        const ids = rows.map((row) => idOf(row, 'id')).filter((id) => id !== '')
        const further = await old.rows('sys_user_authority', ROLE_OF_USER, { among: ['sys_user_id', ids] })
        yield rows.filter(exists('sys_users')).map((row) => {
          const id = idOf(row, 'id')
          const active = idOf(row, 'authority_id')
          const others = further.filter((one) => idOf(one, 'sys_user_id') === id)
          return {
            id,
            username: textOf(row, 'username'),
            passwordHash: textOf(row, 'password'),
            nickName: textOf(row, 'nick_name'),
            email: textOf(row, 'email'),
            phone: textOf(row, 'phone'),
            remark: '',
            roleIds: active === '' ? [] : [active],
            otherRoleIds: others
              .map((one) => idOf(one, 'sys_authority_authority_id'))
              .filter((roleId) => roleId !== active),
            deptId: idOf(row, 'dept_id'),
            status: statusOf(textOf(row, 'enable'), STATES, { report, what: 'users' }),
            isAdmin: false,
          }
        })
      }
    },

    async *logins() {
      if (!old.hasTable('sys_login_logs')) return
      const columns = ['id', 'username', 'ip', 'status', 'error_message', 'agent', 'created_at'] as const
      for await (const rows of old.batches('sys_login_logs', 'id', columns)) {
        yield rows.map((row) => ({
          id: idOf(row, 'id'),
          username: textOf(row, 'username'),
          status: textOf(row, 'status'),
          ipaddr: textOf(row, 'ip'),
          browser: '',
          os: '',
          loginTime: textOf(row, 'created_at'),
          msg: textOf(row, 'error_message'),
          remark: textOf(row, 'agent'),
        }))
      }
    },
  }
}
