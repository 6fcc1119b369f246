import { ADMIN_ROLE_KEY, DATA_SCOPE_NAMES, type DataScope } from '../../../core/role/role.ts'
import type { SystemOptions } from './import-options.ts'
import type { Report } from './import-report.ts'
import type { OldDatabase, OldRow, RowFilter } from './old-database.store.ts'
import {
  idOf,
  NotRecognised,
  type OldRole,
  type OldRule,
  type OldSystem,
  requireColumns,
  sortOf,
  textOf,
} from './old-system.ts'
import { SAME_SCOPES, scopeOf, statusOf } from './old-values.ts'
import { readRuoyiMenus } from './ruoyi-menus.ts'

const STATES = { enabled: '0', disabled: '1' }
const PRESENT = '0'
/** This user has all rights, whatever the role. */
const SUPER_ADMIN_ID = '1'
/** Newer versions of RuoYi-Vue-Plus have 6: department and below, or own. The first part is what this service has. */
const SCOPES: ReadonlyMap<string, DataScope> = new Map([
  ...SAME_SCOPES,
  ['6', DATA_SCOPE_NAMES['department-and-below']],
])

/** Reads the database of RuoYi, RuoYi-Vue or RuoYi-Vue-Plus. They differ in columns. */
export async function openRuoyi(old: OldDatabase, options: SystemOptions): Promise<OldSystem> {
  if (!old.hasTable('sys_user') && old.hasTable('system_users'))
    throw new NotRecognised('its tables are those of ruoyi-vue-pro (Yudao), which is another system')
  requireColumns(old, {
    sys_user: ['user_id', 'user_name', 'password', 'status', 'del_flag'],
    sys_role: ['role_id', 'role_key', 'role_name', 'status', 'del_flag', 'data_scope'],
    sys_dept: ['dept_id', 'parent_id', 'dept_name', 'status', 'del_flag'],
    sys_menu: ['menu_id', 'perms'],
    sys_user_role: ['user_id', 'role_id'],
    sys_role_menu: ['role_id', 'menu_id'],
  })
  // RuoYi with Shiro logs in by login_name, and user_name is for people.
  const isShiro = old.kindOf('sys_user', 'login_name') !== undefined
  const filter = await tenantFilter(old, options.tenant)
  const userColumns = [
    'user_id',
    isShiro ? 'login_name' : 'user_name',
    isShiro ? 'user_name' : 'nick_name',
    'password',
    'phonenumber',
    'email',
    'remark',
    'dept_id',
    'status',
    'del_flag',
  ] as const

  async function readRoles(report: Report): Promise<readonly OldRole[]> {
    const columns = [
      'role_id',
      'role_key',
      'role_name',
      'status',
      'del_flag',
      'data_scope',
      'remark',
    ] as const
    const departments = await old.rows('sys_role_dept', ['role_id', 'dept_id'])
    return (await old.rows('sys_role', columns, filter)).filter(isPresent).map((row) => {
      const id = idOf(row, 'role_id')
      const roleKey = textOf(row, 'role_key')
      return {
        id,
        roleKey,
        roleName: textOf(row, 'role_name'),
        dataScope: roleKey === ADMIN_ROLE_KEY ? '1' : scopeOf(textOf(row, 'data_scope'), SCOPES, report),
        deptIds: departments.filter((one) => idOf(one, 'role_id') === id).map((one) => idOf(one, 'dept_id')),
        status: statusOf(textOf(row, 'status'), STATES, { report, what: 'roles' }),
        remark: textOf(row, 'remark'),
      }
    })
  }

  async function readDepartments(report: Report) {
    const columns = [
      'dept_id',
      'parent_id',
      'dept_name',
      'order_num',
      'leader',
      'phone',
      'email',
      'status',
      'del_flag',
    ] as const
    return (await old.rows('sys_dept', columns, filter)).filter(isPresent).map((row) => ({
      id: idOf(row, 'dept_id'),
      parentId: idOf(row, 'parent_id'),
      deptName: textOf(row, 'dept_name'),
      sort: sortOf(row, 'order_num'),
      leader: textOf(row, 'leader'),
      phone: textOf(row, 'phone'),
      email: textOf(row, 'email'),
      status: statusOf(textOf(row, 'status'), STATES, { report, what: 'departments' }),
    }))
  }

  /** Rights are names of permissions there. Those of disabled menus are not in force. */
  async function readRules(roles: readonly OldRole[], report: Report): Promise<readonly OldRule[]> {
    const menus = await old.rows('sys_menu', ['menu_id', 'perms', 'status'])
    const hasStatus = old.kindOf('sys_menu', 'status') !== undefined
    const names = new Map(
      menus
        .filter((row) => !hasStatus || textOf(row, 'status') === STATES.enabled)
        .map((row) => [idOf(row, 'menu_id'), textOf(row, 'perms').trim()]),
    )
    const keys = new Map(roles.map(({ id, roleKey }) => [id, roleKey]))
    const rules: OldRule[] = []
    for (const row of await old.rows('sys_role_menu', ['role_id', 'menu_id'])) {
      const subject = keys.get(idOf(row, 'role_id'))
      const name = names.get(idOf(row, 'menu_id')) ?? ''
      if (subject === undefined || subject === ADMIN_ROLE_KEY || name === '') continue
      const routes = options.permissions.get(name) ?? []
      if (routes.length === 0) {
        report.add({
          kind: 'left-out',
          reason: 'a permission without routes',
          about: `${subject}: ${name}`,
          fix: 'castellan import ruoyi --permissions FILE writes a file with all permissions: add their routes',
        })
      }
      rules.push(...routes.map((route) => ({ subject, ...route })))
    }
    return rules
  }

  return {
    async readStructure(report) {
      const roles = await readRoles(report)
      return {
        departments: await readDepartments(report),
        roles,
        rules: await readRules(roles, report),
        menus: await readRuoyiMenus(old, options.permissions),
      }
    },

    countUsers: () => old.count('sys_user', filter),

    async *users(report) {
      for await (const rows of old.batches('sys_user', 'user_id', userColumns, filter)) {
        const ids = rows.map((row) => idOf(row, 'user_id')).filter((id) => id !== '')
        const roles = await old.rows('sys_user_role', ['user_id', 'role_id'], { among: ['user_id', ids] })
        yield rows.filter(isPresent).map((row) => {
          const id = idOf(row, 'user_id')
          return {
            id,
            username: textOf(row, isShiro ? 'login_name' : 'user_name'),
            passwordHash: textOf(row, 'password'),
            nickName: textOf(row, isShiro ? 'user_name' : 'nick_name'),
            email: textOf(row, 'email'),
            phone: textOf(row, 'phonenumber'),
            remark: textOf(row, 'remark'),
            roleIds: roles.filter((one) => idOf(one, 'user_id') === id).map((one) => idOf(one, 'role_id')),
            otherRoleIds: [],
            deptId: idOf(row, 'dept_id'),
            status: statusOf(textOf(row, 'status'), STATES, { report, what: 'users' }),
            isAdmin: id === SUPER_ADMIN_ID,
          }
        })
      }
    },

    async *logins() {
      if (!old.hasTable('sys_logininfor')) return
      const name = isShiro ? 'login_name' : 'user_name'
      const columns = ['info_id', name, 'status', 'ipaddr', 'browser', 'os', 'login_time', 'msg'] as const
      for await (const rows of old.batches('sys_logininfor', 'info_id', columns)) {
        yield rows.map((row) => ({
          id: idOf(row, 'info_id'),
          username: textOf(row, name),
          status: textOf(row, 'status'),
          ipaddr: textOf(row, 'ipaddr'),
          browser: textOf(row, 'browser'),
          os: textOf(row, 'os'),
          loginTime: textOf(row, 'login_time'),
          msg: textOf(row, 'msg'),
          remark: '',
        }))
      }
    },
  }
}

/** A row with another mark than 0 is deleted. */
function isPresent(row: OldRow<'del_flag'>): boolean {
  return textOf(row, 'del_flag') === PRESENT
}

/** Names are unique only within a tenant. */
async function tenantFilter(old: OldDatabase, tenant: string | undefined): Promise<RowFilter> {
  if (old.kindOf('sys_user', 'tenant_id') === undefined) {
    if (tenant === undefined) return {}
    throw new Error('--tenant: the database has no tenants. Nothing was done')
  }
  const rows = await old.rows('sys_dept', ['tenant_id'])
  const roles = await old.rows('sys_role', ['tenant_id'])
  const tenants = [...new Set([...rows, ...roles].map((row) => textOf(row, 'tenant_id')))]
  const [only] = tenants
  const chosen = tenant ?? (tenants.length === 1 ? only : undefined)
  if (chosen !== undefined && tenants.includes(chosen)) return { equals: [['tenant_id', chosen]] }
  throw new Error(
    `the database has the tenants ${tenants.toSorted().join(', ')}: choose one with --tenant. Nothing was done`,
  )
}
