import type { FastifyRequest } from 'fastify'
import { endpoint } from '../../../core/check/http/endpoint.ts'
import { dataScopeOf, identityOf, setScope } from '../../../core/check/http/request-identity.ts'
import type { DepartmentIndex } from '../../../core/data-scope/department-index.ts'
import type { ResolvedScope } from '../../../core/data-scope/resolve-scope.ts'
import type { DepartmentStore } from '../../../core/department/department.store.ts'
import type { Permission } from '../../../core/permission/permission.ts'
import { USER_ORDERS } from '../../../core/user/list/user-order.ts'
import { includesDepartment } from '../../../core/user/list/user-scope.ts'
import { bodies } from '../../../core/user/user-bodies.ts'
import { CHANGE_REFUSALS } from '../../../core/user/user-refusals.ts'
import { userRoutes } from '../../../core/user/users-endpoints.ts'
import { bodySchema, idInput } from '../../../platform/http/endpoint/request-schemas.ts'
import { id, pageSchema } from '../../../platform/http/endpoint/response-schemas.ts'
import { compressed } from '../../../platform/http/responses/compressed.ts'
import { InvalidParameters } from '../../../platform/refusal/refusal.ts'
import { adapted, type JsonObject, objectsIn } from './adapted-endpoint.ts'
import { NEEDED, type NeededCalls, REVIEW_REFUSALS } from './needed-call.ts'
import { departmentOfPath, withOrder, withTextStatus } from './sent-values.ts'
import { goAdminUserSchema, withFurtherFields } from './user-fields.ts'

type UserParts = Parameters<typeof userRoutes>[0]

export interface GoAdminUserParts extends UserParts {
  readonly departments: DepartmentStore
  readonly departmentsInForce: { readonly current: () => DepartmentIndex }
  readonly permission: Permission
}

/** What the form for a user contains. The front end sends the other fields back as it got them. */
const { username, roleId, status, deptId, nickName, email, phone, remark, revision, password } =
  bodies.change.properties
const changeBody = bodySchema('GoAdminUserChange', ['userId'], {
  userId: idInput,
  ...{ username, roleId, status, deptId, nickName, email, phone, remark, revision, password },
})
const statusBody = bodySchema('GoAdminUserStatus', ['userId', 'status'], { userId: idInput, status })
const passwordBody = bodySchema('GoAdminPasswordReset', ['userId', 'password'], { userId: idInput, password })

const OTHER_PASSWORD_CALL = {
  field: 'password',
  en: 'use PUT /api/v1/user/pwd/reset to change the password.',
  zh: '请使用 PUT /api/v1/user/pwd/reset 修改密码。',
}

/** Creates the endpoints of go-admin's page for users. */
export function goAdminUserRoutes(parts: GoAdminUserParts, calls: NeededCalls) {
  const { userAdministration, departments, permission } = parts
  const { list, one, add } = userRoutes(parts)

  /** Names of departments are shown to those who may list departments, and only of departments that they see. */
  function forCaller(users: readonly JsonObject[], request: FastifyRequest): Promise<JsonObject[]> {
    const scope = dataScopeOf(request)
    const mayList = permission.mayCall(identityOf(request), '/api/v1/dept', 'GET')
    return withFurtherFields(users, departments, (dept) => mayList && includesDepartment(scope, dept))
  }

  /** Limits a list to the users of a department and of those below it that the caller sees. */
  function narrowScope(request: FastifyRequest): void {
    const { deptPath } = request.query as JsonObject
    if (typeof deptPath !== 'number') return
    const below = parts.departmentsInForce.current().tree.below(deptPath)
    setScope(
      request,
      narrowed(
        dataScopeOf(request),
        below.map((one) => one.deptId),
      ),
    )
  }

  return {
    list: compressed(
      adapted(list, {
        query: listQuery,
        before: narrowScope,
        response: pageSchema('GoAdminUserPage', goAdminUserSchema, { keyset: true }),
        data: async (page, request) => ({ ...page, list: await forCaller(objectsIn(page.list), request) }),
      }),
    ),

    one: adapted(one, {
      response: goAdminUserSchema,
      data: async (user, request) => (await forCaller([user], request))[0] ?? user,
    }),

    add: adapted(add, { body: withTextStatus }),

    change: adapted(
      endpoint({
        operationId: 'goAdminChangeUser',
        summary: 'Change a user',
        responseFields: { data: id },
        refusals: CHANGE_REFUSALS,
        body: changeBody,
        async handler({ body, identity, operator }) {
          const { userId, password: sent, ...change } = body
          if (sent) throw new InvalidParameters(OTHER_PASSWORD_CALL)
          const by = calls.operatorOf({ identity, operator }, NEEDED.changeUser, userId)
          await userAdministration.change(by, userId, change)
          return { data: userId }
        },
      }),
      { body: withTextStatus },
    ),

    status: adapted(
      endpoint({
        operationId: 'goAdminSetUserStatus',
        summary: 'Enable or disable a user',
        responseFields: { data: id },
        refusals: [...CHANGE_REFUSALS, ...REVIEW_REFUSALS],
        body: statusBody,
        async handler({ body: { userId, status: wanted }, identity, operator }) {
          const by = calls.operatorOf({ identity, operator }, NEEDED.setUserStatus, userId)
          await userAdministration.change(by, userId, { status: wanted })
          return { data: userId }
        },
      }),
      { body: withTextStatus },
    ),

    password: endpoint({
      operationId: 'goAdminResetPassword',
      summary: 'Set the password of a user',
      description: 'Ends all sessions of the user.',
      responseFields: { data: id },
      refusals: [...CHANGE_REFUSALS, ...REVIEW_REFUSALS, 'own-password'],
      body: passwordBody,
      async handler({ body: { userId, password: wanted }, identity, operator }) {
        const by = calls.operatorOf({ identity, operator }, NEEDED.setPassword, userId)
        await userAdministration.setPassword(by, userId, { password: wanted })
        return { data: userId }
      },
    }),
  }
}

/** Returns the query of a list of users. A path of a department is kept under a name of its own. */
function listQuery({ deptPath: _, ...query }: JsonObject): JsonObject {
  const isSearch = [query.username, query.email, query.phone].some(Boolean)
  const ordered = withOrder(query, isSearch ? ['username'] : USER_ORDERS)
  const deptPath = departmentOfPath(query.deptId)
  return deptPath === undefined ? ordered : { ...ordered, deptId: '', deptPath }
}

/** Returns the part of a scope that is in some departments. */
function narrowed(scope: ResolvedScope, deptIds: readonly number[]): ResolvedScope {
  if (scope.kind === 'none') return scope
  return { kind: 'some', departments: deptIds.filter((deptId) => includesDepartment(scope, deptId)) }
}
