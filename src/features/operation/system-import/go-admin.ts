import { keyOfRule } from '../../../core/permission/policy-rule.ts'
import { ADMIN_ROLE_KEY } from '../../../core/role/role.ts'
import { casbinTableOf, readCasbinRules } from './casbin-rules.ts'
import type { Report } from './import-report.ts'
import type { OldDatabase, OldRow } from './old-database.store.ts'
import {
  idOf,
  NotRecognised,
  type OldMenu,
  type OldRole,
  type OldRule,
  type OldStructure,
  type OldSystem,
  requireColumns,
  sortOf,
  textOf,
} from './old-system.ts'
import { isDeleted, SAME_SCOPES, scopeOf, statusOf } from './old-values.ts'

const DELETED = ['deleted_at', 'deleted_at_ms'] as const
const STATES = { enabled: '2', disabled: '1' }
const USER_COLUMNS = [
  'user_id',
  'username',
  'password',
  'nick_name',
  'phone',
  'email',
  'remark',
  'role_id',
  'dept_id',
  'status',
  ...DELETED,
] as const

/** Reads the database of go-admin. Its newest migration stops half-way, so each table can mark deleted rows in its own way. */
export function openGoAdmin(old: OldDatabase): OldSystem {
  requireColumns(old, {
    sys_user: ['user_id', 'username', 'password', 'role_id', 'status'],
    sys_role: ['role_id', 'role_key', 'role_name', 'status', 'data_scope'],
    sys_dept: ['dept_id', 'parent_id', 'dept_name'],
  })
  if (casbinTableOf(old) === undefined) throw new NotRecognised('there is no table casbin_rule')

  const exists = (table: string) => (row: OldRow<(typeof DELETED)[number]>) =>
    DELETED.every((column) => !isDeleted(row[column], old.kindOf(table, column)))

  async function readRoles(report: Report): Promise<readonly OldRole[]> {
    const columns = [
      'role_id',
      'role_key',
      'role_name',
      'status',
      'data_scope',
      'remark',
      ...DELETED,
    ] as const
    const departments = await old.rows('sys_role_dept', ['role_id', 'dept_id'])
    return (await old.rows('sys_role', columns)).filter(exists('sys_role')).map((row) => {
      const id = idOf(row, 'role_id')
      const roleKey = textOf(row, 'role_key')
      return {
        id,
        roleKey,
        roleName: textOf(row, 'role_name'),
        // The role admin sees everything here, whatever its scope.
        dataScope: roleKey === ADMIN_ROLE_KEY ? '1' : scopeOf(textOf(row, 'data_scope'), SAME_SCOPES, report),
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
      'sort',
      'leader',
      'phone',
      'email',
      'status',
      ...DELETED,
    ] as const
    const rows = (await old.rows('sys_dept', columns)).filter(exists('sys_dept'))
    return rows.map((row) => ({
      id: idOf(row, 'dept_id'),
      // The path of the table is outdated after a move.
      parentId: idOf(row, 'parent_id'),
      deptName: textOf(row, 'dept_name'),
      sort: sortOf(row, 'sort'),
      leader: textOf(row, 'leader'),
      phone: textOf(row, 'phone'),
      email: textOf(row, 'email'),
      status: statusOf(textOf(row, 'status'), STATES, { report, what: 'departments' }),
    }))
  }

  async function readMenus(): Promise<readonly OldMenu[]> {
    const names = [
      'menu_name',
      'title',
      'icon',
      'path',
      'paths',
      'menu_type',
      'action',
      'permission',
    ] as const
    const more = ['breadcrumb', 'component', 'visible', 'is_frame'] as const
    const columns = ['menu_id', 'parent_id', 'sort', 'no_cache', ...names, ...more, ...DELETED] as const
    const rows = (await old.rows('sys_menu', columns)).filter(exists('sys_menu'))
    const apis = await readApis()
    const ofMenu = await old.rows('sys_menu_api_rule', ['sys_menu_menu_id', 'sys_api_id'])
    const ofRole = await old.rows('sys_role_menu', ['role_id', 'menu_id'])
    return rows.map((row) => {
      const id = idOf(row, 'menu_id')
      return {
        id,
        parentId: idOf(row, 'parent_id'),
        sort: sortOf(row, 'sort'),
        record: {
          menuId: Number(id),
          menuName: textOf(row, 'menu_name'),
          title: textOf(row, 'title'),
          icon: textOf(row, 'icon'),
          path: textOf(row, 'path'),
          paths: textOf(row, 'paths'),
          menuType: textOf(row, 'menu_type'),
          action: textOf(row, 'action'),
          permission: textOf(row, 'permission'),
          parentId: Number(idOf(row, 'parent_id')),
          noCache: /^(?:1|t|true)$/i.test(textOf(row, 'no_cache')),
          breadcrumb: textOf(row, 'breadcrumb'),
          component: textOf(row, 'component'),
          sort: sortOf(row, 'sort'),
          visible: textOf(row, 'visible'),
          isFrame: textOf(row, 'is_frame'),
        },
        roleIds: ofRole.filter((one) => idOf(one, 'menu_id') === id).map((one) => idOf(one, 'role_id')),
        endpoints: ofMenu
          .filter((one) => idOf(one, 'sys_menu_menu_id') === id)
          .flatMap((one) => apis.get(idOf(one, 'sys_api_id')) ?? []),
      }
    })
  }

  async function readApis() {
    const rows = (await old.rows('sys_api', ['id', 'path', 'action', ...DELETED])).filter(exists('sys_api'))
    return new Map(
      rows.map((row) => [idOf(row, 'id'), { path: textOf(row, 'path'), method: textOf(row, 'action') }]),
    )
  }

  async function reportDeletedRoles(roles: readonly OldRole[], rules: readonly OldRule[], report: Report) {
    const rows = await old.rows('sys_role', ['role_key', ...DELETED])
    const live = new Set(roles.map(({ roleKey }) => roleKey))
    const deleted = new Set(rows.map((row) => textOf(row, 'role_key')).filter((key) => !live.has(key)))
    for (const key of deleted) {
      const count = rules.filter(({ subject }) => subject === key).length
      if (count === 0) continue
      report.add({
        kind: 'left-out',
        reason: 'rules of a deleted role',
        about: `role "${key}": ${count}`,
        fix: 'nothing: a deleted role must not get them back',
      })
    }
    return rules.filter(({ subject }) => !deleted.has(subject))
  }

  return {
    async readStructure(report): Promise<OldStructure> {
      const departments = await readDepartments(report)
      const roles = await readRoles(report)
      const menus = await readMenus()
      const rules = await reportDeletedRoles(roles, await readCasbinRules(old, report), report)
      reportMenuDifferences({ roles, rules, menus }, report)
      return { departments, roles, rules, menus }
    },

    countUsers: () => old.count('sys_user'),

    async *users(report) {
      for await (const rows of old.batches('sys_user', 'user_id', USER_COLUMNS)) {
        yield rows.filter(exists('sys_user')).map((row) => ({
          id: idOf(row, 'user_id'),
          username: textOf(row, 'username'),
          passwordHash: textOf(row, 'password'),
          nickName: textOf(row, 'nick_name'),
          email: textOf(row, 'email'),
          phone: textOf(row, 'phone'),
          remark: textOf(row, 'remark'),
          roleIds: [idOf(row, 'role_id')].filter((id) => id !== ''),
          otherRoleIds: [],
          deptId: idOf(row, 'dept_id'),
          status: statusOf(textOf(row, 'status'), STATES, { report, what: 'users' }),
          isAdmin: false,
        }))
      }
    },

    async *logins() {
      if (!old.hasTable('sys_login_log')) return
      const names = ['username', 'status', 'ipaddr', 'browser', 'os', 'login_time', 'msg', 'remark'] as const
      for await (const rows of old.batches('sys_login_log', 'id', ['id', ...names])) {
        yield rows.map((row) => ({
          id: idOf(row, 'id'),
          username: textOf(row, 'username'),
          status: textOf(row, 'status'),
          ipaddr: textOf(row, 'ipaddr'),
          browser: textOf(row, 'browser'),
          os: textOf(row, 'os'),
          loginTime: textOf(row, 'login_time'),
          msg: textOf(row, 'msg'),
          remark: textOf(row, 'remark'),
        }))
      }
    },
  }
}

/** Reports rules that the menus of a role do not imply, and the other way round. What is in force is imported. */
function reportMenuDifferences(
  { roles, rules, menus }: Pick<OldStructure, 'roles' | 'rules' | 'menus'>,
  report: Report,
): void {
  for (const { id, roleKey } of roles) {
    if (roleKey === ADMIN_ROLE_KEY) continue
    const implied = new Map(
      menus
        .filter(({ roleIds }) => roleIds.includes(id))
        .flatMap(({ endpoints }) => endpoints)
        .map((one) => [keyOfRule({ roleKey, ...one }), one]),
    )
    const stored = new Map(
      rules
        .filter(({ subject }) => subject === roleKey)
        .map((one) => [keyOfRule({ roleKey, path: one.path, method: one.method }), one]),
    )
    for (const [key, { method, path }] of stored) {
      if (implied.has(key)) continue
      report.add({
        kind: 'note',
        reason: 'a rule that the menus of the role do not imply',
        about: `${roleKey} ${method} ${path}`,
        fix: 'it is in force and imported: remove it with castellan policy remove if nobody needs it',
      })
    }
    for (const [key, { method, path }] of implied) {
      if (stored.has(key)) continue
      report.add({
        kind: 'note',
        reason: 'the menus of the role imply a rule that does not exist',
        about: `${roleKey} ${method} ${path}`,
        fix: 'it is not in force and not imported: add it with castellan policy add if the role needs it',
      })
    }
  }
}
