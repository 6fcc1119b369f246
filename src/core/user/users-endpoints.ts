import type { Changed } from '../../platform/cluster/change-feed/change-writer.ts'
import type { PageRequest } from '../../platform/database/query/page.ts'
import { languageOf } from '../../platform/http/call/language.ts'
import {
  cursorQuery,
  idParams,
  numberOf,
  orderQuery,
  pageOf,
  pageQuery,
  pageResponse,
} from '../../platform/http/endpoint/page-query.ts'
import { querySchema } from '../../platform/http/endpoint/request-schemas.ts'
import { count, objectSchema, pageSchema } from '../../platform/http/endpoint/response-schemas.ts'
import { InvalidParameters, type Language, Refusal } from '../../platform/refusal/refusal.ts'
import type { Operator } from '../audit-log/operator.ts'
import { endpoint, withoutVersion } from '../check/http/endpoint.ts'
import { removalEndpoints, resourceById } from '../check/http/resource-by-id.ts'
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
import { bodies, INVITATION_REFUSALS } from './user-bodies.ts'
import type { UserToChange } from './user-change.ts'
import { changedUserSchema, stoppedAccounts, userSchema } from './user-schemas.ts'
import type { UserAdministration, UserToAdd } from './users.ts'

const AUTHORITY_REFUSALS = [
  'not-found',
  'role-unknown',
  'role-held',
  'last-admin',
  'admin-only',
  'own-role',
  'beyond-own-role',
  'own-role-ends',
] as const
const CHANGE_REFUSALS = [
  'service-account',
  'service-account-method',
  'service-account-owner',
  'service-account-role',
  ...AUTHORITY_REFUSALS,
  'username-taken',
  'username-address',
  'changed-meanwhile',
  'recent-login-required',
  'department-unknown',
  'own-department',
] as const

const INVITED = {
  field: 'password',
  en: 'password must be left out with invite: the user sets it.',
  zh: '使用 invite 时不能设置 password，由用户自行设置。',
}
const PASSWORD_MISSING = { field: 'password', en: 'password is missing.', zh: 'password 缺失。' }

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

/** Adds users who set their passwords themselves. */
interface InvitedUsers {
  add(operator: Operator, user: Omit<UserToAdd, 'password'>, language: Language): Promise<Changed<User>>
}

/** Finds the accounts of programs that stop because their owners do. */
interface StoppedAccounts {
  stoppedWith(scope: UserScope, ownerIds: readonly number[]): Promise<readonly object[]>
}

interface Parts extends ListedUserParts {
  readonly invitations: InvitedUsers | undefined
  readonly users: UserStore
  readonly userList: UserListStore
  readonly userAdministration: UserAdministration
  readonly ownerAccess: StoppedAccounts
}

export function userRoutes(parts: Parts) {
  const { users, userList, userAdministration, ownerAccess } = parts
  const listed = (found: readonly User[], operator: Operator, scope: UserScope) =>
    listedUsers(found, { operator, scope }, parts)

  /** Returns the response to a change of one user. */
  async function changedUser(user: Changed<User>, operator: Operator, scope: UserScope) {
    return (await listed([withoutVersion(user)], operator, scope))[0]
  }

  const addInvited: InvitedUsers['add'] = (...given) => {
    if (!parts.invitations) throw new Refusal('password-links-disabled')
    return parts.invitations.add(...given)
  }

  /** Changes a user, and returns the service accounts that stop because of it. */
  async function change(id: number, asked: UserToChange, operator: Operator, scope: UserScope) {
    const user = await changedUser(await userAdministration.change(operator, id, asked), operator, scope)
    return { ...user, stoppedAccounts: await ownerAccess.stoppedWith(scope, [id]) }
  }

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

    add: endpoint({
      operationId: 'addUser',
      summary: 'Add a user',
      response: userSchema,
      refusals: [
        'username-taken',
        'username-address',
        'role-unknown',
        'department-unknown',
        'admin-only',
        'beyond-own-role',
        'own-role-ends',
        'service-account-method',
        ...INVITATION_REFUSALS,
      ],
      body: bodies.add,
      async handler({ body, operator, scope, request }) {
        const { password, invite = false, ...user } = body
        if (invite === (password !== undefined))
          throw new InvalidParameters(invite ? INVITED : PASSWORD_MISSING)
        const added = invite
          ? await addInvited(operator, user, languageOf(request.headers['accept-language']))
          : await userAdministration.add(operator, { ...user, password })
        return changedUser(added, operator, scope)
      },
    }),

    change: endpoint({
      operationId: 'changeUser',
      summary: 'Change a user',
      description:
        'Changes the fields that are sent. Another username, role, end of the role or data scope, other login methods, disabling, and `pwdChangeDue` end all sessions of the user.',
      response: changedUserSchema,
      refusals: CHANGE_REFUSALS,
      params: idParams,
      body: bodies.change,
      async handler({ params, body, operator, scope }) {
        const { password, ...asked } = body
        if (password) {
          throw new InvalidParameters({
            field: 'password',
            en: 'use PUT /api/v1/sys-user/:id/password to change the password.',
            zh: '请使用 PUT /api/v1/sys-user/:id/password 修改密码。',
          })
        }
        return change(Number(params.id), asked, operator, scope)
      },
    }),

    password: endpoint({
      operationId: 'setUserPassword',
      summary: 'Set the password of a user',
      description: 'Ends all sessions of the user.',
      refusals: [...CHANGE_REFUSALS, 'own-password'],
      params: idParams,
      body: bodies.password,
      async handler({ params, body, operator }) {
        await userAdministration.setPassword(operator, Number(params.id), body)
      },
    }),

    status: endpoint({
      operationId: 'setUserStatus',
      summary: 'Enable or disable a user',
      response: changedUserSchema,
      refusals: CHANGE_REFUSALS,
      params: idParams,
      body: bodies.status,
      async handler({ params, body: { status }, operator, scope }) {
        return change(Number(params.id), { status }, operator, scope)
      },
    }),

    statusOfMany: endpoint({
      operationId: 'setStatusOfUsers',
      summary: 'Enable or disable users',
      description: 'All or none.',
      response: objectSchema('UsersWithStatus', { changed: count, stoppedAccounts }),
      refusals: [...CHANGE_REFUSALS, 'own-account'],
      body: bodies.statusOfMany,
      async handler({ body: { ids, status }, operator, scope }) {
        const { changed } = await userAdministration.setStatus(operator, ids, status)
        return { changed, stoppedAccounts: await ownerAccess.stoppedWith(scope, ids) }
      },
    }),

    roleOfMany: endpoint({
      operationId: 'setRoleOfUsers',
      summary: 'Give users another role',
      description:
        'All or none, for ever or until a time. Ends all sessions of the users whose role changes.',
      response: objectSchema('ChangedUsers', { changed: count }),
      refusals: [...AUTHORITY_REFUSALS, 'own-account', 'service-account-owner', 'service-account-role'],
      body: bodies.roleOfMany,
      async handler({ body: { ids, roleId: next, roleUntil: until }, operator }) {
        return withoutVersion(
          await userAdministration.setRole(operator, ids, { roleId: next, roleUntil: until }),
        )
      },
    }),

    ...removalEndpoints(userAdministration.remove, {
      one: { operationId: 'deleteUser', summary: 'Delete a user' },
      many: { operationId: 'deleteUsers', summary: 'Delete users' },
      response: objectSchema('RemovedUsers', { removed: count, stoppedAccounts }),
      refusals: ['role-unknown', 'last-admin', 'admin-only', 'own-role', 'beyond-own-role', 'own-role-ends'],
    }),
  }

  function pageBy(scope: UserScope, filter: UserFilter, order: UserOrder, page: PageRequest) {
    if (!isSortable(filter, order.by)) throw new InvalidParameters(SEARCH_ORDER)
    if (order.by !== 'username' && page.after !== undefined && !/^\d{1,15}$/.test(page.after))
      throw new InvalidParameters(AFTER_ID)
    return userList.page(scope, filter, order, page)
  }
}
