import { insert, rule } from './old-go-admin.ts'
import type { OldPlace } from './old-systems.ts'

export async function createTables({ run, time, boolean }: OldPlace): Promise<void> {
  const model = `created_at ${time}, updated_at ${time}, deleted_at ${time}`
  await run([
    `create table sys_users (id bigint primary key, ${model}, uuid varchar(191), username varchar(191), password varchar(191),
      nick_name varchar(191), header_img varchar(191), authority_id bigint, dept_id bigint, phone varchar(191),
      email varchar(191), enable bigint)`,
    `create table sys_authorities (authority_id bigint primary key, ${model}, authority_name varchar(191), parent_id bigint,
      data_scope bigint, default_router varchar(191))`,
    'create table sys_user_authority (sys_user_id bigint, sys_authority_authority_id bigint)',
    `create table sys_departments (id bigint primary key, ${model}, name varchar(191), parent_id bigint, ancestors varchar(191),
      sort bigint, leader_id bigint, status ${boolean})`,
    'create table sys_authority_departments (sys_authority_authority_id bigint, sys_department_id bigint)',
    `create table casbin_rule (id bigint primary key, ptype varchar(100), v0 varchar(100), v1 varchar(100), v2 varchar(100),
      v3 varchar(100), v4 varchar(100), v5 varchar(100))`,
    `create table sys_base_menus (id bigint primary key, ${model}, parent_id bigint, path varchar(191), name varchar(191),
      hidden ${boolean}, component varchar(191), sort bigint, title varchar(191), icon varchar(191))`,
    'create table sys_authority_menus (sys_base_menu_id bigint, sys_authority_authority_id bigint)',
  ])
}

export const person = (hash: string, id: number, username: string, more = {}) =>
  insert('sys_users', {
    id,
    username,
    password: hash,
    authority_id: 9528,
    dept_id: 2,
    enable: 1,
    nick_name: username,
    phone: '',
    email: '',
    ...more,
  })
export const authority = (id: number, scope: number, more = {}) =>
  insert('sys_authorities', {
    authority_id: id,
    authority_name: `Role ${id}`,
    parent_id: 0,
    data_scope: scope,
    ...more,
  })

export async function fill(place: OldPlace, hash: string): Promise<void> {
  const yes = `sql:${place.bool(true)}`
  await place.run([
    insert('sys_departments', {
      id: 1,
      name: 'Head office',
      parent_id: 0,
      ancestors: '0',
      sort: 0,
      status: yes,
    }),
    insert('sys_departments', { id: 2, name: 'Sales', parent_id: 1, ancestors: '0,1', sort: 0, status: yes }),
    authority(888, 1),
    authority(9528, 2),
    authority(9529, 5),
    'insert into sys_authority_departments values (9529, 2)',
    person(hash, 1, 'boss', { authority_id: 888 }),
    person(hash, 2, 'alice'),
    person(hash, 3, 'frozen', { enable: 2, authority_id: 9529 }),
    'insert into sys_user_authority values (2, 9528), (2, 9529), (3, 9529)',
    rule(1, '888', 'POST', '/user/getUserList'),
    rule(2, '9528', 'GET', '/orders/:id'),
    insert('sys_base_menus', {
      id: 1,
      parent_id: 0,
      path: 'orders',
      name: 'orders',
      hidden: `sql:${place.bool(false)}`,
      component: 'view/orders.vue',
      sort: 1,
      title: 'Orders',
      icon: 'x',
    }),
    'insert into sys_authority_menus values (1, 9528)',
  ])
}
