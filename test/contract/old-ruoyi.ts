import { insert } from './old-go-admin.ts'
import type { OldPlace } from './old-systems.ts'

/** RuoYi-Vue, RuoYi-Vue-Plus with tenants, or RuoYi with Shiro. */
type Kind = 'vue' | 'plus' | 'shiro'

export async function createTables({ run, time }: OldPlace, kind: Kind = 'vue'): Promise<void> {
  const audit = `create_by varchar(64), create_time ${time}, update_by varchar(64), update_time ${time}, remark varchar(500)`
  const tenant = kind === 'plus' ? "tenant_id varchar(20) default '000000', " : ''
  const names =
    kind === 'shiro'
      ? 'login_name varchar(30), user_name varchar(30), salt varchar(20)'
      : 'user_name varchar(30), nick_name varchar(30)'
  await run([
    `create table sys_user (user_id bigint primary key, ${tenant}dept_id bigint, ${names}, user_type varchar(2),
      email varchar(50), phonenumber varchar(11), sex char(1), avatar varchar(100), password varchar(100), status char(1),
      del_flag char(1), ${audit})`,
    `create table sys_role (role_id bigint primary key, ${tenant}role_name varchar(30), role_key varchar(100), role_sort int,
      data_scope char(1), status char(1), del_flag char(1), ${audit})`,
    `create table sys_dept (dept_id bigint primary key, ${tenant}parent_id bigint, ancestors varchar(50), dept_name varchar(30),
      order_num int, leader varchar(20), phone varchar(11), email varchar(50), status char(1), del_flag char(1))`,
    'create table sys_user_role (user_id bigint, role_id bigint)',
    'create table sys_role_menu (role_id bigint, menu_id bigint)',
    'create table sys_role_dept (role_id bigint, dept_id bigint)',
    `create table sys_menu (menu_id bigint primary key, menu_name varchar(50), parent_id bigint, order_num int, path varchar(200),
      component varchar(255), is_frame int, menu_type char(1), visible char(1), status char(1), perms varchar(100),
      icon varchar(100))`,
    `create table sys_logininfor (info_id bigint primary key, user_name varchar(50), ipaddr varchar(128), browser varchar(50),
      os varchar(50), status char(1), msg varchar(255), login_time ${time})`,
  ])
}

export const person = (hash: string, id: number | string, username: string, more = {}) =>
  insert('sys_user', {
    user_id: typeof id === 'string' ? `sql:${id}` : id,
    user_name: username,
    password: hash,
    dept_id: 101,
    email: '',
    phonenumber: '',
    status: '0',
    del_flag: '0',
    ...more,
  })
export const role = (id: number, key: string, scope: string, more = {}) =>
  insert('sys_role', {
    role_id: id,
    role_name: key,
    role_key: key,
    data_scope: scope,
    status: '0',
    del_flag: '0',
    ...more,
  })
export const dept = (id: number, parent: number, name: string, more = {}) =>
  insert('sys_dept', {
    dept_id: id,
    parent_id: parent,
    ancestors: '0,9',
    dept_name: name,
    order_num: 1,
    leader: '',
    phone: '',
    email: '',
    status: '0',
    del_flag: '0',
    ...more,
  })
const menu = (id: number, parent: number, name: string, perms: string, more = {}) =>
  insert('sys_menu', {
    menu_id: id,
    menu_name: name,
    parent_id: parent,
    order_num: id,
    path: name.toLowerCase(),
    component: '',
    menu_type: 'C',
    visible: '0',
    status: '0',
    perms,
    icon: '#',
    ...more,
  })

export async function fill({ run }: OldPlace, hash: string): Promise<void> {
  await run([
    dept(100, 0, 'Head office'),
    dept(101, 100, 'Sales'),
    role(1, 'admin', '1'),
    role(2, 'common', '4'),
    role(3, 'auditor', '6'),
    person(hash, 1, 'boss', { remark: 'line\none' }),
    person(hash, '1729382256910270465', 'alice'),
    person(hash, 4, 'bob', { status: '1' }),
    'insert into sys_user_role values (1, 2), (1729382256910270465, 2), (4, 3)',
    menu(1, 0, 'Orders', 'shop:order:list'),
    menu(2, 1, 'Edit', 'shop:order:edit', { menu_type: 'F' }),
    menu(3, 0, 'Off', 'shop:off', { status: '1' }),
    menu(4, 0, 'Report', 'shop:report'),
    'insert into sys_role_menu values (2, 1), (2, 2), (2, 3), (3, 4)',
  ])
}
