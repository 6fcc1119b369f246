import type { RouteShorthandOptionsWithHandler } from 'fastify'
import type { UserAdministration, UserToChange } from '../administration/users.ts'
import type { Changed } from '../change-feed/change-writer.ts'
import type { PageRequest } from '../database/page.ts'
import { changed, endpoint } from '../http/endpoint.ts'
import { InvalidParameters } from '../refusal.ts'
import type { UserActivity, UserActivityStore } from '../session/user-activity.store.ts'
import type { UserStore } from '../user/user.store.ts'
import { DISABLED, ENABLED, type User, type UserDetails } from '../user/user.ts'
import {
  defaultOrder,
  isSortable,
  USER_ORDERS,
  type UserFilter,
  type UserListStore,
  type UserOrder,
} from '../user/user-list.store.ts'
import { operatorOf } from './operator.ts'
import { idParams, idsBody, orderQuery, pageOf, pageQuery, pageResponse } from './page-query.ts'
import { removalEndpoints, resourceById } from './resource-by-id.ts'

const text = { type: 'string', maxLength: 4096 } as const
const status = { type: 'string', enum: [ENABLED, DISABLED] } as const
const roleId = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER } as const
const flag = { type: 'boolean' } as const

const details = { nickName: text, email: text, phone: text, remark: text }
const fields = { username: text, roleId, status, pwdChangeDue: flag, ...details }

/** Further members are ignored: front ends send back whole resources. */
const bodies = {
  add: {
    type: 'object',
    required: ['username', 'password', 'roleId'],
    properties: { ...fields, password: text },
  },
  change: {
    type: 'object',
    properties: { ...fields, revision: { type: 'integer', minimum: 1 }, password: text },
  },
  password: {
    type: 'object',
    required: ['password'],
    properties: { password: text, pwdChangeDue: flag },
  },
  status: { type: 'object', required: ['status'], properties: { status } },
  statusOfMany: {
    type: 'object',
    required: ['ids', 'status'],
    properties: { ...idsBody.properties, status },
  },
} as const

const AFTER_ID = {
  field: 'after',
  en: 'after must be the value of next from the previous page.',
  zh: 'after 须为上一页返回的 next 值。',
}
const SEARCH_AFTER = {
  field: 'after',
  en: 'after cannot be combined with search. Use pageIndex.',
  zh: 'after 不能与 search 同时使用，请使用 pageIndex。',
}
const SEARCH_ORDER = {
  field: 'orderBy',
  en: 'a search by username, email or phone can only be sorted by username.',
  zh: '按 username、email 或 phone 搜索时，只能按 username 排序。',
}

export interface UserRouteOptions {
  readonly users: UserStore
  readonly userList: UserListStore
  readonly userActivity: UserActivityStore
  readonly userAdministration: UserAdministration
  readonly now: () => number
}

export function userRoutes(options: UserRouteOptions) {
  const { users, userList, userActivity, userAdministration, now } = options

  /** Adds the last login and the number of sessions to each user. */
  async function withActivity(found: readonly User[]): Promise<(User & UserActivity)[]> {
    const ids = found.map(({ userId }) => userId)
    const activityOf = await userActivity.of(ids, now())
    return found.map((user) => ({ ...user, ...activityOf(user.userId) }))
  }

  /** Returns the response to a change of one user. */
  async function changedUser({ version: _version, ...user }: Changed<User>) {
    return { data: (await withActivity([user]))[0] }
  }

  return {
    list: endpoint({
      query: {
        type: 'object',
        properties: {
          ...pageQuery,
          ...orderQuery(USER_ORDERS),
          after: { type: 'string', maxLength: 255 },
          username: { type: 'string', maxLength: 64 },
          email: { type: 'string', maxLength: 255 },
          phone: { type: 'string', maxLength: 64 },
          status: { type: 'string', enum: [DISABLED, ENABLED, ''] },
          roleId: { type: 'string', format: 'id-or-empty' },
          search: { type: 'string', maxLength: 255 },
        },
      } as const,
      async handler({ query }) {
        const { roleId: role, search = '', orderBy, order, ...rest } = query
        const filter = { ...rest, roleId: role ? Number(role) : undefined }
        const text = search.trim()
        const page = text === '' ? pageBy(filter, orderBy, order) : searchFor(text, filter, orderBy, order)
        const { list, ...place } = await page(pageOf(query))
        return pageResponse({ ...place, list: await withActivity(list) }, query)
      },
    }),

    one: resourceById('user', async (id) => {
      const user = await users.find(id)
      return user && (await withActivity([user]))[0]
    }),

    add: endpoint({
      body: bodies.add,
      async handler({ body, request, identity }) {
        const { password } = body
        const user = { password, username: body.username, roleId: body.roleId, ...optionalOf(body) }
        return changedUser(await userAdministration.add(operatorOf(request, identity), user))
      },
    }),

    change: endpoint({
      params: idParams,
      body: bodies.change,
      async handler({ params, body, request, identity }) {
        if (body.password) {
          throw new InvalidParameters({
            field: 'password',
            en: 'use PUT /api/v1/sys-user/:id/password to change the password.',
            zh: '请使用 PUT /api/v1/sys-user/:id/password 修改密码。',
          })
        }
        const operator = operatorOf(request, identity)
        const { username, roleId: role, revision } = body
        const change = { username, roleId: role, revision, ...optionalOf(body) }
        return changedUser(await userAdministration.change(operator, Number(params.id), change))
      },
    }),

    password: endpoint({
      params: idParams,
      body: bodies.password,
      async handler({ params, body, request, identity }) {
        const operator = operatorOf(request, identity)
        await userAdministration.setPassword(operator, Number(params.id), body)
        return { data: null }
      },
    }),

    status: endpoint({
      params: idParams,
      body: bodies.status,
      async handler({ params, body, request, identity }) {
        const operator = operatorOf(request, identity)
        const { status: next } = body
        return changedUser(await userAdministration.change(operator, Number(params.id), { status: next }))
      },
    }),

    statusOfMany: endpoint({
      body: bodies.statusOfMany,
      async handler({ body: { ids, status: next }, request, identity }) {
        return changed(await userAdministration.setStatus(operatorOf(request, identity), ids, next))
      },
    }),

    ...removalEndpoints(userAdministration.remove),
  } satisfies Record<string, RouteShorthandOptionsWithHandler>

  function pageBy(filter: UserFilter, orderBy: UserOrder['by'] | undefined, order: Direction) {
    const by = orderBy ?? defaultOrder(filter)
    if (!isSortable(filter, by)) throw new InvalidParameters(SEARCH_ORDER)
    return (page: PageRequest) => {
      if (by !== 'username' && page.after !== undefined && !/^\d{1,15}$/.test(page.after))
        throw new InvalidParameters(AFTER_ID)
      return userList.page(filter, { by, descending: order === 'desc' }, page)
    }
  }

  function searchFor(
    text: string,
    filter: UserFilter,
    orderBy: UserOrder['by'] | undefined,
    order: Direction,
  ) {
    const by = orderBy && { by: orderBy, descending: order === 'desc' }
    return (page: PageRequest) => {
      if (page.after !== undefined) throw new InvalidParameters(SEARCH_AFTER)
      return userList.search(text, filter, by, page)
    }
  }
}

type Direction = 'asc' | 'desc' | undefined

type Optional = UserDetails & Pick<UserToChange, 'status' | 'pwdChangeDue'>

/** Copies only the known members. */
function optionalOf({ nickName, email, phone, remark, status, pwdChangeDue }: Optional): Optional {
  return { nickName, email, phone, remark, status, pwdChangeDue }
}
