import { NO_DEPARTMENT } from '../../../core/department/department.ts'
import { problemOfDetails } from '../../../core/user/user.ts'
import { dnKey } from '../../../platform/text/distinguished-name.ts'
import { type ExternalAccount, LDAP_ISSUER } from '../external-accounts/external-account.ts'
import type { DirectoryUser } from './directory.ts'
import type { LdapSettings } from './open-directory.ts'

type MappedByGroups = Pick<ExternalAccount, 'roleKey' | 'deptId'>

type AttributeSettings = Pick<LdapSettings, 'nickNameAttribute' | 'emailAttribute' | 'phoneAttribute'>

/** Returns what the directory says about a user. */
export function accountOf(
  user: DirectoryUser,
  mapped: MappedByGroups,
  settings: AttributeSettings,
): ExternalAccount {
  const { subject, username, nickName, email, phone } = user
  // A value that no account can have must not prevent the login.
  const taken = (attribute: string, field: 'nickName' | 'email' | 'phone', value: string) =>
    attribute === '' || problemOfDetails({ [field]: value }) ? undefined : value
  return {
    method: 'ldap',
    issuer: LDAP_ISSUER,
    subject,
    username,
    nickName: taken(settings.nickNameAttribute, 'nickName', nickName),
    email: taken(settings.emailAttribute, 'email', email),
    phone: taken(settings.phoneAttribute, 'phone', phone),
    ...mapped,
  }
}

export const EVERY_USER = '*'

/** Returns what the first entries with one of these groups give. Without a role key, the user is in no group with a role. */
export function mappedByGroups(
  { roles, departments }: Pick<LdapSettings, 'roles' | 'departments'>,
  groups: readonly string[],
): MappedByGroups {
  const keys = new Set(groups.map(dnKey))
  keys.delete(undefined)
  const applies = ({ group }: { readonly group: string }) => group === EVERY_USER || keys.has(dnKey(group))
  const roleKey = roles.find(applies)?.role
  if (departments.length === 0) return { roleKey, deptId: undefined }
  return { roleKey, deptId: departments.find(applies)?.department ?? NO_DEPARTMENT }
}
