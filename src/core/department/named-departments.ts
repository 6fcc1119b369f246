/** A department that a setting names. */
export interface NamedDepartment {
  /** The setting, with the provider if there are several. */
  readonly key: string
  readonly deptId: number
}

interface Mapping {
  readonly department: number
}

interface LoginSettings {
  readonly methods: readonly string[]
  readonly ldap: { readonly departments: readonly Mapping[] }
  readonly oidc: {
    readonly providers: readonly { readonly name: string; readonly departments: readonly Mapping[] }[]
  }
}

/** Returns the departments that the settings of the login name, each once per setting. Methods that are not enabled do not count. */
export function namedDepartmentsOf({ methods, ldap, oidc }: LoginSettings): readonly NamedDepartment[] {
  return [
    ...(methods.includes('ldap') ? named('login.ldap.departments', ldap.departments) : []),
    ...(methods.includes('oidc') ? oidc.providers : []).flatMap(({ name, departments }) =>
      named(`login.oidc.providers (${name}) departments`, departments),
    ),
  ]
}

function named(key: string, mappings: readonly Mapping[]): NamedDepartment[] {
  const ids = new Set(mappings.map(({ department }) => department))
  return [...ids].map((deptId) => ({ key, deptId }))
}

/** Describes a department that does not exist or is disabled, and what to do. */
export function describeUnusableDepartment(
  department: NamedDepartment & { readonly problem: 'missing' | 'disabled' },
) {
  const { key, deptId, problem } = department
  if (problem === 'disabled') {
    return {
      found: `${key} names the department ${deptId}, which is disabled: its users see no rows`,
      fix: `Enable it with "castellan dept change ${deptId} --status enabled", or correct the id`,
    }
  }
  return {
    found: `${key} names the department ${deptId}, which does not exist: its users are in no department`,
    fix: 'Correct the id ("castellan dept list" shows all), or add the department with "castellan dept add"',
  }
}
