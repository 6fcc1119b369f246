import { endpoint } from '../../../core/check/http/endpoint.ts'
import { identityOf } from '../../../core/check/http/request-identity.ts'
import type { DepartmentStore } from '../../../core/department/department.store.ts'
import type { Permission } from '../../../core/permission/permission.ts'
import { roleSchema } from '../../../core/role/role-schemas.ts'
import { profileRoutes } from '../../../core/user/profile.ts'
import type { DocumentedRoute } from '../../../platform/http/endpoint/documentation.ts'
import { listSchema, objectSchema } from '../../../platform/http/endpoint/response-schemas.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import type { Menu } from '../menus/menu.ts'
import { adapted, objectsIn } from './adapted-endpoint.ts'
import { permissionCodes } from './permission-codes.ts'
import { goAdminProfileSchema, withFurtherFields } from './user-fields.ts'

export type GoAdminProfileParts = Parameters<typeof profileRoutes>[0] & {
  readonly departments: DepartmentStore
  readonly permission: Permission
}

/**
 * The picture of users without one: this service stores none. The front end adds its own address to what does not contain "http", which
 * the namespace of SVG does. It adds a query too, which is in the fragment.
 */
const AVATAR = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 80"><rect width="80" height="80" fill="#8ba0bd"/><g fill="#fff"><circle cx="40" cy="31" r="14"/><path d="M14 74a26 26 0 0 1 52 0z"/></g></svg>',
)}#`

const ownProfileSchema = objectSchema(
  'GoAdminOwnProfile',
  {
    user: goAdminProfileSchema,
    roles: listSchema(roleSchema),
    posts: { ...listSchema({ type: 'object' }), description: 'Always empty: posts are not kept.' },
    secondFactorDue: {
      type: 'boolean',
      description: 'Present, and true, if the token only allows setting up a second factor.',
    },
  },
  ['secondFactorDue'],
)

/** Creates the endpoints of go-admin's page for the own profile. */
export function goAdminProfileRoutes(parts: GoAdminProfileParts, menus: readonly Menu[]) {
  const { departments, permission } = parts
  const native = profileRoutes(parts)
  return {
    getinfo: adapted(native.getinfo, {
      async data(info, request) {
        const identity = identityOf(request)
        const codes = permissionCodes(menus, identity.roleKey, (path, method) =>
          permission.mayCall(identity, path, method),
        )
        const { permissions: own } = info
        const permissions = [...(Array.isArray(own) ? own : []), ...codes]
        return { ...info, avatar: AVATAR, permissions, buttons: permissions }
      },
    }),

    profile: adapted(native.profile, {
      response: ownProfileSchema,
      async data(profile) {
        // The own department is no secret.
        const [user] = await withFurtherFields(objectsIn([profile.user]), departments, () => true)
        return { ...profile, user, posts: [] }
      },
    }),

    changeDetails: {
      ...native.changeProfile,
      documentation: { ...native.changeProfile.documentation, operationId: 'goAdminChangeOwnProfile' },
    },

    avatar: refusedUpload(),
  }
}

/** Returns the endpoint that refuses a picture before it is read. */
function refusedUpload(): DocumentedRoute {
  const refuse = (): never => {
    throw new Refusal('not-served', { thing: { en: 'avatars', zh: '头像' } })
  }
  return {
    ...endpoint({
      operationId: 'goAdminSetAvatar',
      summary: 'Set the own picture',
      description: 'Always refused: the service stores no pictures.',
      refusals: ['not-served'],
      handler: async () => refuse(),
    }),
    preParsing: async () => refuse(),
  }
}
