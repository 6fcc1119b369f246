import type { OldPlace } from './old-systems.ts'

export const OLD_PASSWORD = 'three boats on a calm lake'

/** How rows that are deleted are marked: by a time, by a number, or by both after a migration that stopped half-way. */
export type DeletedMark = 'time' | 'number' | 'both'

const TABLES = ['casbin_rule', 'sys_user', 'sys_role', 'sys_dept', 'sys_menu', 'sys_api', 'sys_login_log']
export const GO_ADMIN_TABLES = [...TABLES, 'sys_role_dept', 'sys_role_menu', 'sys_menu_api_rule']

/** Creates go-admin's tables. `mark` is how sys_user, sys_role and sys_dept mark deleted rows. */
export async function createGoAdminTables(place: OldPlace, mark: DeletedMark = 'time'): Promise<void> {
  const { time } = place
  const common = `create_by bigint, update_by bigint, created_at ${time}, updated_at ${time}`
  const deleted = mark === 'number' ? 'deleted_at bigint not null default 0' : `deleted_at ${time}`
  const both = mark === 'both' ? ', deleted_at_ms bigint not null default 0' : ''
  await place.run([
    `create table casbin_rule (id bigint primary key, ptype varchar(100), v0 varchar(100), v1 varchar(100), v2 varchar(100),
      v3 varchar(100), v4 varchar(100), v5 varchar(100))`,
    `create table sys_user (user_id bigint primary key, username varchar(64), password varchar(128), nick_name varchar(128),
      phone varchar(11), role_id bigint, salt varchar(255), avatar varchar(255), sex varchar(255), email varchar(128),
      dept_id bigint, post_id bigint, remark varchar(255), status varchar(4), ${common}, ${deleted}${both})`,
    `create table sys_role (role_id bigint primary key, role_name varchar(128), status varchar(4), role_key varchar(128),
      role_sort bigint, flag varchar(128), remark varchar(255), admin ${place.boolean}, data_scope varchar(128), ${common},
      ${deleted}${both})`,
    `create table sys_dept (dept_id bigint primary key, parent_id bigint, dept_path varchar(255), dept_name varchar(128),
      sort smallint, leader varchar(128), phone varchar(11), email varchar(64), status smallint, ${common}, ${deleted}${both})`,
    // The migration has converted these.
    `create table sys_api (id bigint primary key, handle varchar(128), title varchar(128), path varchar(128), type varchar(16),
      action varchar(16), ${common}, deleted_at bigint not null default 0)`,
    `create table sys_menu (menu_id bigint primary key, menu_name varchar(128), title varchar(128), icon varchar(128),
      path varchar(128), paths varchar(128), menu_type varchar(1), action varchar(16), permission varchar(255),
      parent_id smallint, no_cache ${place.boolean}, breadcrumb varchar(255), component varchar(255), sort smallint,
      visible varchar(1), is_frame varchar(1), ${common}, deleted_at ${time})`,
    'create table sys_role_dept (role_id smallint, dept_id smallint)',
    'create table sys_role_menu (role_id bigint, menu_id bigint)',
    'create table sys_menu_api_rule (sys_menu_menu_id bigint, sys_api_id bigint)',
    `create table sys_login_log (id bigint primary key, username varchar(128), status varchar(4), ipaddr varchar(255),
      login_location varchar(255), browser varchar(255), os varchar(255), platform varchar(255), login_time ${time},
      remark varchar(255), msg varchar(255), created_at ${time}, updated_at ${time}, create_by bigint, update_by bigint)`,
  ])
}

export const gone = (mark: DeletedMark) => (mark === 'number' ? '1767323045000' : "'2026-01-02 03:04:05'")

interface Row {
  readonly [column: string]: string | number | null
}

/** Returns the statement that inserts a row. Texts are quoted; a text that begins with `sql:` is not. */
export function insert(table: string, row: Row): string {
  const values = Object.values(row).map((value) => {
    if (value === null) return 'null'
    if (typeof value === 'number') return String(value)
    return value.startsWith('sql:') ? value.slice(4) : `'${value.replaceAll("'", "''")}'`
  })
  return `insert into ${table} (${Object.keys(row).join(', ')}) values (${values.join(', ')})`
}

export const user = (id: number | string, username: string, more: Row = {}) =>
  insert('sys_user', {
    user_id: typeof id === 'string' ? `sql:${id}` : id,
    username,
    password: '',
    nick_name: username,
    phone: '',
    email: '',
    remark: '',
    role_id: 2,
    dept_id: 7,
    status: '2',
    ...more,
  })
export const role = (id: number, roleKey: string, more: Row = {}) =>
  insert('sys_role', {
    role_id: id,
    role_name: roleKey,
    role_key: roleKey,
    status: '2',
    data_scope: '3',
    remark: '',
    ...more,
  })
export const dept = (id: number, parentId: number, name: string, more: Row = {}) =>
  insert('sys_dept', {
    dept_id: id,
    parent_id: parentId,
    // Outdated, as after a move.
    dept_path: '/0/9/9/',
    dept_name: name,
    sort: 1,
    leader: 'Lee',
    phone: '',
    email: '',
    status: 2,
    ...more,
  })
export const rule = (id: number, roleKey: string, method: string, path: string, more: Row = {}) =>
  insert('casbin_rule', {
    id,
    ptype: 'p',
    v0: roleKey,
    v1: path,
    v2: method,
    v3: '',
    v4: '',
    v5: '',
    ...more,
  })

/** Fills the tables as an ordinary installation does. */
export async function fillGoAdmin(place: OldPlace, hash: string): Promise<void> {
  await place.run([
    dept(1, 0, 'Head office'),
    dept(7, 1, 'Research'),
    dept(8, 1, 'Operations', { status: 1 }),
    role(1, 'admin', { data_scope: '' }),
    role(2, 'editor'),
    role(3, 'clerk', { data_scope: '2', status: '1' }),
    'insert into sys_role_dept (role_id, dept_id) values (3, 8)',
    user(1, 'root', { role_id: 1, password: hash }),
    user(2, 'alice', { password: hash, email: 'alice@example.com', phone: '13800000000' }),
    user(3, 'bob', { password: hash.replace('$2b$', '$2y$'), status: '1', role_id: 3, dept_id: 8 }),
    rule(1, 'editor', 'GET', '/api/v1/orders/:id'),
    rule(2, 'editor', 'POST', '/api/v1/orders'),
    insert('sys_api', { id: 1, path: '/api/v1/orders/:id', action: 'GET', title: 'Order' }),
    insert('sys_api', { id: 2, path: '/api/v1/orders', action: 'POST', title: 'New order' }),
    insert('sys_menu', {
      menu_id: 1,
      parent_id: 0,
      menu_name: 'Sales',
      title: 'Sales',
      menu_type: 'M',
      path: '/sales',
      component: 'Layout',
      sort: 1,
      visible: '0',
    }),
    insert('sys_menu', {
      menu_id: 2,
      parent_id: 1,
      menu_name: 'Orders',
      title: 'Orders',
      menu_type: 'C',
      path: 'orders',
      component: '/orders',
      sort: 1,
      visible: '0',
    }),
    insert('sys_menu', {
      menu_id: 3,
      parent_id: 1,
      menu_name: 'Secrets',
      title: 'Secrets',
      menu_type: 'C',
      path: 'secrets',
      component: '/secrets',
      sort: 2,
      visible: '0',
    }),
    insert('sys_menu', {
      menu_id: 4,
      parent_id: 2,
      menu_name: 'New',
      title: 'New',
      menu_type: 'F',
      path: '',
      component: '',
      sort: 1,
      visible: '0',
    }),
    'insert into sys_menu_api_rule values (2, 1), (4, 2)',
    'insert into sys_role_menu values (2, 1), (2, 2), (2, 4), (1, 1), (1, 2), (1, 3), (1, 4)',
    insert('sys_login_log', {
      id: 1,
      username: 'alice',
      status: '2',
      ipaddr: '192.0.2.1',
      login_time: '2026-01-02 03:04:05',
      msg: '=1+1',
    }),
  ])
}
