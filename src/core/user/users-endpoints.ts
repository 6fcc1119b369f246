import type { PageRequest } from '../../platform/database/query/page.ts'
import {
  cursorQuery,
  numberOf,
  orderQuery,
  pageOf,
  pageQuery,
  pageResponse,
} from '../../platform/http/endpoint/page-query.ts'
import { querySchema } from '../../platform/http/endpoint/request-schemas.ts'
import { pageSchema } from '../../platform/http/endpoint/response-schemas.ts'
import { InvalidParameters } from '../../platform/refusal/refusal.ts'
import type { Operator } from '../audit-log/operator.ts'
import { endpoint } from '../check/http/endpoint.ts'
import { resourceById } from '../check/http/resource-by-id.ts'
import type { UserListStore } from './list/user-list.store.ts'
import {
  defaultOrder,
  isSortable,
  USER_ORDERS,
  type UserFilter,
  type UserOrder,
} from './list/user-list.store.ts'
import type { UserScope } from './list/user-scope.ts'
import { type ListedUserParts, listedUsers } from './listed-users.ts'
import { DISABLED, ENABLED } from './status.ts'
import type { UserStore } from './user.store.ts'
import type { User } from './user.ts'
import { type UserChangeParts, userChangeRoutes } from './user-change-endpoints.ts'
import { userSchema } from './user-schemas.ts'
import { type UserBatchParts, userBatchRoutes } from './users-batch-endpoints.ts'

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

interface ListParts extends ListedUserParts {
  readonly users: UserStore
  readonly userList: UserListStore
}

export function userRoutes(parts: ListParts & UserChangeParts & UserBatchParts) {
  return { ...userListRoutes(parts), ...userChangeRoutes(parts), ...userBatchRoutes(parts) }
}

/** Creates the endpoints that read users. */
function userListRoutes(parts: ListParts) {
  const { users, userList } = parts
  const listed = (found: readonly User[], operator: Operator, scope: UserScope) =>
    listedUsers(found, { operator, scope }, parts)

  return {
    list: endpoint({
      operationId: 'listUsers',
      summary: 'List users',
      response: pageSchema('UserPage', userSchema, { keyset: true }),
      query: querySchema({
        ...pageQuery,
        ...orderQuery(USER_ORDERS),
        after: { type: 'string', maxLength: 255, description: cursorQuery.description },
        username: { type: 'string', maxLength: 64, description: 'The beginning of the username.' },
        email: { type: 'string', maxLength: 255, description: 'The whole e-mail address.' },
        phone: { type: 'string', maxLength: 64, description: 'The whole phone number.' },
        status: { type: 'string', enum: [DISABLED, ENABLED, ''] },
        roleId: { type: 'string', format: 'id-or-empty' },
        deptId: {
          type: 'string',
          pattern: '^(0|[1-9]\\d{0,14})?$',
          description: 'Only users directly in this department; `0` for those in none.',
        },
        secondFactor: {
          type: 'string',
          enum: ['none', 'set'],
          description: 'Whether the user has set up a second factor.',
        },
        search: {
          type: 'string',
          maxLength: 255,
          description:
            'A part of the username, the name or the e-mail address. Cannot be combined with `after`.',
        },
      }),
      async handler({ query, operator, scope }) {
        const { roleId, deptId, search = '', orderBy, order, ...rest } = query
        const filter = { ...rest, roleId: numberOf(roleId), deptId: numberOf(deptId) }
        const text = search.trim()
        const descending = order === 'desc'
        const requestedOrder = orderBy && { by: orderBy, descending }
        const listOrder = requestedOrder ?? { by: defaultOrder(filter), descending }
        if (text !== '' && query.after) throw new InvalidParameters(SEARCH_AFTER)
        const { list, ...place } =
          text === ''
            ? await pageBy(scope, filter, listOrder, pageOf(query))
            : await userList.search(scope, text, filter, requestedOrder, pageOf(query))
        return pageResponse({ ...place, list: await listed(list, operator, scope) }, query)
      },
    }),

    one: resourceById(
      'user',
      async (scope, id, operator) => {
        const user = await users.findIn(scope, id)
        return user && (await listed([user], operator, scope))[0]
      },
      { operationId: 'getUser', summary: 'Get a user', response: userSchema },
    ),
  }

  function pageBy(scope: UserScope, filter: UserFilter, order: UserOrder, page: PageRequest) {
    if (!isSortable(filter, order.by)) throw new InvalidParameters(SEARCH_ORDER)
    if (order.by !== 'username' && page.after !== undefined && !/^\d{1,15}$/.test(page.after))
      throw new InvalidParameters(AFTER_ID)
    return userList.page(scope, filter, order, page)
  }
}
