import type { RouteShorthandOptionsWithHandler } from 'fastify'
import type { UserAdministration, UserToChange } from '../administration/users.ts'
import { changed, endpoint } from '../http/endpoint.ts'
import { Refusal } from '../refusal.ts'
import type { UserStore } from '../user/user.store.ts'
import { DISABLED, ENABLED, type UserDetails } from '../user/user.ts'
import { defaultOrder, isSortable, USER_ORDERS, type UserListStore } from '../user/user-list.store.ts'
import { operatorOf } from './operator.ts'
import { idParams, orderQuery, pageOf, pageQuery, pageResponse } from './page-query.ts'
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
} as const

const SEARCH_ORDER = 'a search by "username", "email" or "phone" is sorted by "username".'

export interface UserRouteOptions {
  readonly users: UserStore
  readonly userList: UserListStore
  readonly userAdministration: UserAdministration
}

export function userRoutes({ users, userList, userAdministration }: UserRouteOptions) {
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
          roleId: { type: 'string', pattern: '^([1-9]\\d{0,15})?$' },
        },
      } as const,
      async handler({ query }) {
        const { roleId: role, orderBy, order, ...rest } = query
        const filter = { ...rest, roleId: role ? Number(role) : undefined }
        const by = orderBy ?? defaultOrder(filter)
        if (!isSortable(filter, by)) throw new Refusal('invalid-parameters', { problem: SEARCH_ORDER })
        return pageResponse(
          await userList.page(filter, { by, descending: order === 'desc' }, pageOf(query)),
          query,
        )
      },
    }),

    one: resourceById('user', users.find),

    add: endpoint({
      body: bodies.add,
      async handler({ body, request, identity }) {
        const { password } = body
        const user = { password, username: body.username, roleId: body.roleId, ...optionalOf(body) }
        return changed(await userAdministration.add(operatorOf(request, identity), user))
      },
    }),

    change: endpoint({
      params: idParams,
      body: bodies.change,
      async handler({ params, body, request, identity }) {
        if (body.password) {
          const problem = '"password" is changed by PUT /api/v1/sys-user/:id/password.'
          throw new Refusal('invalid-parameters', { problem })
        }
        const operator = operatorOf(request, identity)
        const { username, roleId: role, revision } = body
        const change = { username, roleId: role, revision, ...optionalOf(body) }
        return changed(await userAdministration.change(operator, Number(params.id), change))
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
        return changed(await userAdministration.change(operator, Number(params.id), { status: next }))
      },
    }),

    ...removalEndpoints(userAdministration.remove),
  } satisfies Record<string, RouteShorthandOptionsWithHandler>
}

type Optional = UserDetails & Pick<UserToChange, 'status' | 'pwdChangeDue'>

/** Copies only the known members. */
function optionalOf({ nickName, email, phone, remark, status, pwdChangeDue }: Optional): Optional {
  return { nickName, email, phone, remark, status, pwdChangeDue }
}
