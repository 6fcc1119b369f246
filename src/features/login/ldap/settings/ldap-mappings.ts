import { type NamedDepartment, namedDepartments } from '../../../../core/department/named-department.ts'
import { type NamedRole, namedRoles } from '../../../../core/role/named-role.ts'

interface Settings {
  readonly login: {
    readonly ldap: {
      readonly roles: readonly { readonly role: string }[]
      readonly departments: readonly { readonly department: number }[]
    }
  }
}

export function namedRolesOfLdap(
  { login }: Settings,
  isEnabled: (method: 'ldap') => boolean,
): readonly NamedRole[] {
  if (!isEnabled('ldap')) return []
  return namedRoles(
    'login.ldap.roles',
    login.ldap.roles.map(({ role }) => role),
  )
}

export function namedDepartmentsOfLdap(
  { login }: Settings,
  isEnabled: (method: 'ldap') => boolean,
): readonly NamedDepartment[] {
  return isEnabled('ldap') ? namedDepartments('login.ldap.departments', login.ldap.departments) : []
}
