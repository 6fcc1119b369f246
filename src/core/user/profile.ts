import type { Identity } from '../../platform/http/call/identity.ts'
import { bodySchema, longText, revisionInput } from '../../platform/http/endpoint/request-schemas.ts'
import { count, id, listSchema, objectSchema, text } from '../../platform/http/endpoint/response-schemas.ts'
import { Refusal } from '../../platform/refusal/refusal.ts'
import { endpoint, withoutVersion } from '../check/http/endpoint.ts'
import type { PolicyStore } from '../permission/policy.store.ts'
import type { Policy } from '../permission/policy.ts'
import type { PolicyIndex } from '../permission/policy-index.ts'
import { ADMIN_ROLE_KEY, type Role } from '../role/role.ts'
import { roleSchema } from '../role/role-schemas.ts'
import type { RoleFinder } from '../role/roles-in-force.ts'
import type { UserStore } from './user.store.ts'
import type { User } from './user.ts'
import { profileSchema } from './user-schemas.ts'
import type { UserAdministration } from './users.ts'

/** How many rules of the own role are listed. A call would otherwise cost every user of a large role megabytes. */
const MAX_LISTED_RULES = 2000

const infoSchema = objectSchema('Info', {
  userId: id,
  userName: text,
  name: text,
  avatar: text,
  introduction: text,
  deptId: count,
  roles: listSchema(text),
  permissions: {
    ...listSchema(text),
    description: `\`METHOD:path\` of each rule, at most the first ${MAX_LISTED_RULES}; \`*:*:*\` for the role \`admin\`.`,
  },
  permissionsTruncated: { type: 'boolean', description: 'Whether the role has more rules than are listed.' },
  buttons: { ...listSchema(text), description: 'The same as `permissions`.' },
  passwordMinLength: count,
})

interface Permissions {
  readonly permissions: readonly string[]
  readonly permissionsTruncated: boolean
}

interface Parts {
  readonly users: UserStore
  readonly rolesInForce: RoleFinder
  readonly policyStore: PolicyStore
  readonly policy: Policy
  readonly userAdministration: UserAdministration
  readonly settings: { readonly password: { readonly minLength: number } }
}

/** Creates the endpoints for the caller's own profile. */
export function profileRoutes(parts: Parts) {
  const { users, rolesInForce, policyStore, policy, userAdministration, settings } = parts
  const knownPermissions = new WeakMap<PolicyIndex, Map<string, Permissions>>()
  const own = async (identity: Identity): Promise<{ user: User; role: Role }> => {
    const user = await users.find(identity.userId)
    const role = await rolesInForce.find(identity.roleId)
    if (!user || !role) throw new Refusal('token-revoked')
    return { user, role }
  }

  return {
    profile: endpoint({
      operationId: 'getOwnProfile',
      summary: 'Get your own profile',
      response: objectSchema(
        'OwnProfile',
        {
          user: profileSchema,
          roles: listSchema(roleSchema),
          secondFactorDue: {
            type: 'boolean',
            description: 'Present, and true, if the token only allows setting up a second factor.',
          },
        },
        ['secondFactorDue'],
      ),
      async handler({ identity }) {
        const { user, role } = await own(identity)
        const due = identity.secondFactorDue ? { secondFactorDue: true } : {}
        return { user, roles: [role], ...due }
      },
    }),

    /** Changes the caller's name and e-mail address. Further members are ignored: only operators change the others. */
    changeProfile: endpoint({
      operationId: 'changeOwnProfile',
      summary: 'Change your own profile',
      description:
        'Only operators can change fields other than the name and the e-mail address. If one-time codes are sent to the e-mail address, a new one requires a login within the last ten minutes.',
      response: profileSchema,
      refusals: ['changed-meanwhile', 'recent-login-required', 'username-address'],
      body: bodySchema('ProfileChange', [], { nickName: longText, email: longText, revision: revisionInput }),
      async handler({ body, operator }) {
        return withoutVersion(await userAdministration.changeOwnDetails(operator, body))
      },
    }),

    /** The fields that go-admin's front end reads when a session starts, and the password rule for forms. */
    getinfo: endpoint({
      operationId: 'getInfo',
      summary: 'Get what a front end needs after a login',
      response: infoSchema,
      async handler({ identity }) {
        const { user, role } = await own(identity)
        const { permissions, permissionsTruncated } = await permissionsOf(role)
        return {
          userId: user.userId,
          userName: user.username,
          name: user.nickName || user.username,
          avatar: '',
          introduction: user.remark,
          deptId: user.deptId,
          roles: [role.roleKey],
          permissions,
          permissionsTruncated,
          buttons: permissions,
          passwordMinLength: settings.password.minLength,
        }
      },
    }),
  }

  /** The rules of a role do not change as long as a policy is in force. */
  async function permissionsOf({ roleKey }: Role): Promise<Permissions> {
    if (roleKey === ADMIN_ROLE_KEY) return { permissions: ['*:*:*'], permissionsTruncated: false }
    const inForce = policy.current()
    // Chosen before the rules are read: what is read while the policy is replaced must not be kept for the next one.
    const known = knownPermissions.get(inForce) ?? new Map<string, Permissions>()
    knownPermissions.set(inForce, known)
    const permissions = known.get(roleKey) ?? (await readPermissions(roleKey))
    known.set(roleKey, permissions)
    return permissions
  }

  async function readPermissions(roleKey: string): Promise<Permissions> {
    const rules = await policyStore.listByRole(roleKey, MAX_LISTED_RULES + 1)
    return {
      permissions: rules.slice(0, MAX_LISTED_RULES).map(({ method, path }) => `${method}:${path}`),
      permissionsTruncated: rules.length > MAX_LISTED_RULES,
    }
  }
}
