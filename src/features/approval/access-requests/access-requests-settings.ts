import { type NamedRole, namedRoles } from '../../../core/role/named-role.ts'
import { problemOfRoleKey } from '../../../core/role/role-key.ts'
import { textList } from '../../../platform/settings/list-types.ts'
import type { Group } from '../../../platform/settings/setting.ts'

export const accessRequests = {
  requests: textList({
    typeName: 'list of role keys',
    doc: 'Roles that users may ask for, for some hours: somebody else who may give the role approves or refuses. Empty: nobody can ask.',
    example: ['on-call'],
    check: problemOfRoleKey,
  }),
} satisfies Group

interface Settings {
  readonly administration: { readonly requests: readonly string[] }
}

export function namedRolesOfRequests({ administration }: Settings): readonly NamedRole[] {
  return namedRoles('administration.requests', administration.requests)
}
