import { type NamedDepartment, namedDepartments } from '../../../../core/department/named-department.ts'
import { type NamedRole, namedRoles } from '../../../../core/role/named-role.ts'

interface Settings {
  readonly login: { readonly oidc: { readonly providers: readonly ProviderMappings[] } }
}

interface ProviderMappings {
  readonly name: string
  readonly roles: readonly { readonly role: string }[]
  readonly defaultRole: string
  readonly departments: readonly { readonly department: number }[]
}

export function namedRolesOfOidc(
  { login }: Settings,
  isEnabled: (method: 'oidc') => boolean,
): readonly NamedRole[] {
  if (!isEnabled('oidc')) return []
  return login.oidc.providers.flatMap(({ name, roles, defaultRole }) => [
    ...namedRoles(
      `login.oidc.providers (${name}) roles`,
      roles.map(({ role }) => role),
    ),
    ...namedRoles(`login.oidc.providers (${name}) defaultRole`, defaultRole === '' ? [] : [defaultRole]),
  ])
}

export function namedDepartmentsOfOidc(
  { login }: Settings,
  isEnabled: (method: 'oidc') => boolean,
): readonly NamedDepartment[] {
  if (!isEnabled('oidc')) return []
  return login.oidc.providers.flatMap(({ name, departments }) =>
    namedDepartments(`login.oidc.providers (${name}) departments`, departments),
  )
}
