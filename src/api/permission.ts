import type { RouteShorthandOptionsWithHandler } from 'fastify'
import { checkAccess, type Subject } from '../administration/access-check.ts'
import { endpoint } from '../http/endpoint.ts'
import type { RouteRegistry } from '../http/route-registry.ts'
import type { ExclusionList } from '../permission/exclusion-list.ts'
import type { Permission } from '../permission/permission.ts'
import { InvalidParameters, Refusal } from '../refusal.ts'
import type { RoleStore } from '../role/role.store.ts'
import type { UserStore } from '../user/user.store.ts'

export interface PermissionRouteOptions {
  readonly exclusionList: ExclusionList
  readonly registry: RouteRegistry
  readonly permission: Permission
  readonly users: Pick<UserStore, 'find' | 'findByName'>
  readonly roles: Pick<RoleStore, 'find' | 'findByKey'>
}

const text = { type: 'string', minLength: 1, maxLength: 64 } as const

/** Creates the read-only endpoints about routes and permissions. */
export function permissionRoutes({
  exclusionList,
  registry,
  permission,
  users,
  roles,
}: PermissionRouteOptions) {
  return {
    exclusion: endpoint({ handler: () => ({ data: exclusionList.entries }) }),
    route: endpoint({ handler: () => ({ data: registry.routes() }) }),

    /** Explains whether a role or a user may call a path with a method. */
    explain: endpoint({
      query: {
        type: 'object',
        required: ['path', 'method'],
        properties: {
          roleKey: text,
          userId: { type: 'string', format: 'id' },
          username: text,
          path: { type: 'string', maxLength: 4096 },
          method: { type: 'string', maxLength: 20 },
        },
      } as const,
      async handler({ query, identity }) {
        const { path, method } = query
        const subject = subjectOf(query)
        // Otherwise the rule for this endpoint alone would reveal who has an account.
        if (!('roleKey' in subject) && !permission.mayCall(identity, '/api/v1/sys-user', 'GET'))
          throw new Refusal('permission-denied')
        const data = await checkAccess(
          subject,
          { path, method },
          {
            users,
            roles,
            checksOf: ({ method, path }) => registry.checksOf(method, path),
            explain: (roleKey, call) => permission.explain({ roleKey }, call.path, call.method),
          },
        )
        return { data }
      },
    }),
  } satisfies Record<string, RouteShorthandOptionsWithHandler>
}

function subjectOf(query: { roleKey?: string; userId?: string; username?: string }): Subject {
  const { roleKey, userId, username } = query
  const subjects: Subject[] = []
  if (roleKey !== undefined) subjects.push({ roleKey })
  if (userId !== undefined) subjects.push({ userId: Number(userId) })
  if (username !== undefined) subjects.push({ username })
  const [subject, ...others] = subjects
  if (subject === undefined || others.length > 0) {
    throw new InvalidParameters({
      en: 'send one of roleKey, userId and username.',
      zh: '请提供 roleKey、userId、username 其中之一。',
    })
  }
  return subject
}
