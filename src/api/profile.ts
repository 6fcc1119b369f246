import type { RouteShorthandOptionsWithHandler } from 'fastify'
import type { UserAdministration } from '../administration/users.ts'
import { changed, endpoint } from '../http/endpoint.ts'
import type { PolicyStore } from '../permission/policy.store.ts'
import { Refusal } from '../refusal.ts'
import type { RoleStore } from '../role/role.store.ts'
import { ADMIN_ROLE_KEY, type Role } from '../role/role.ts'
import type { Identity } from '../token/token-payload.ts'
import type { UserStore } from '../user/user.store.ts'
import type { User } from '../user/user.ts'
import { operatorOf } from './operator.ts'

export interface ProfileRouteOptions {
  readonly users: UserStore
  readonly roles: RoleStore
  readonly policyStore: PolicyStore
  readonly userAdministration: UserAdministration
  readonly passwordMinLength: number
}

const text = { type: 'string', maxLength: 4096 } as const

/** Creates the endpoints for the caller's own profile. */
export function profileRoutes(options: ProfileRouteOptions): {
  profile: RouteShorthandOptionsWithHandler
  changeProfile: RouteShorthandOptionsWithHandler
  getinfo: RouteShorthandOptionsWithHandler
} {
  const { users, roles, policyStore, userAdministration, passwordMinLength } = options
  const own = async (identity: Identity): Promise<{ user: User; role: Role }> => {
    const user = await users.find(identity.userId)
    const role = await roles.find(identity.roleId)
    if (!user || !role) throw new Refusal('token-revoked')
    return { user, role }
  }

  return {
    profile: endpoint({
      async handler({ identity }) {
        const { user, role } = await own(identity)
        return { data: { user, roles: [role] } }
      },
    }),

    /** Changes the caller's name and e-mail address. Further members are ignored: only operators change the others. */
    changeProfile: endpoint({
      body: {
        type: 'object',
        properties: { nickName: text, email: text, revision: { type: 'integer', minimum: 1 } },
      } as const,
      async handler({ body: { nickName, email, revision }, request, identity }) {
        const details = { nickName, email, revision }
        return changed(await userAdministration.changeOwnDetails(operatorOf(request, identity), details))
      },
    }),

    /** The fields that go-admin's front end reads when a session starts, and the password rule for forms. */
    getinfo: endpoint({
      async handler({ identity }) {
        const { user, role } = await own(identity)
        const permissions = await permissionsOf(role)
        return {
          data: {
            userId: user.userId,
            userName: user.username,
            name: user.nickName || user.username,
            avatar: '',
            introduction: user.remark,
            deptId: 0,
            roles: [role.roleKey],
            permissions,
            buttons: permissions,
            passwordMinLength,
          },
        }
      },
    }),
  }

  async function permissionsOf(role: Role): Promise<string[]> {
    if (role.roleKey === ADMIN_ROLE_KEY) return ['*:*:*']
    const rules = await policyStore.listByRole(role.roleKey)
    return rules.map(({ method, path }) => `${method}:${path}`)
  }
}
