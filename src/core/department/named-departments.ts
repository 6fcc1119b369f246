import { NAMED_DEPARTMENTS, type Settings } from '../../features/settings.ts'
import type { NamedDepartment } from './named-department.ts'

/** Returns the departments that the settings of the login name, each once per setting. Methods that are not enabled do not count. */
export function namedDepartmentsOf(settings: Settings): readonly NamedDepartment[] {
  const { methods } = settings.login
  return NAMED_DEPARTMENTS.flatMap((find) => find(settings, (method) => methods.includes(method)))
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
