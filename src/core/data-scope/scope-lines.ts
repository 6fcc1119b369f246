import { dataScopeOf } from '../user/command-words.ts'
import type { ScopeCheck } from './scope-check.ts'

/** Returns a decision about the rows of a department in words, and then what it is based on. */
export function scopeLines(check: ScopeCheck): string[] {
  const { allowed, user, dataScope, ownDepartment } = check
  return [
    `${allowed ? 'yes' : 'no'}: ${reasonOf(check)}`,
    `The user ${user.username} has the role ${user.roleKey} and the data scope "${dataScopeOf(dataScope)}", and is in ${ownDepartment ? `department ${nameOf(ownDepartment)}` : 'no department'}.`,
  ]
}

function nameOf({ deptId, deptName }: ScopeCheck['department']): string {
  return `${deptId} ${deptName}`.trim()
}

function reasonOf({ why, user, department, ownDepartment }: ScopeCheck): string {
  const asked = nameOf(department)
  const own = ownDepartment ? nameOf(ownDepartment) : ''
  switch (why) {
    case 'admin':
      return 'the role admin sees all rows'
    case 'all':
      return 'the data scope is all data'
    case 'own-department':
      return `${asked} is the department of the user`
    case 'another-department':
      return `${asked} is not ${own}, the department of the user`
    case 'below':
      return `${asked} is below ${own}`
    case 'not-below':
      return `${asked} is not below ${own}`
    case 'listed':
      return `the role ${user.roleKey} lists ${asked}`
    case 'not-listed':
      return `the role ${user.roleKey} does not list ${asked}`
    case 'listed-unusable':
      return `the role ${user.roleKey} lists ${asked}, but it is disabled, or a department above it is missing`
    case 'owner':
      return 'the user owns the row'
    case 'not-owner':
      return 'the user sees only rows that the user owns'
    case 'department-missing':
      return 'the data scope needs a department, and the user is in none'
    case 'department-deleted':
      return `the department of the user, ${own}, does not exist`
    case 'department-disabled':
      return `the department of the user, ${own}, is disabled`
    case 'department-orphaned':
      return `a department above ${own}, the department of the user, is missing`
    case 'department-cycle':
      return `the departments above ${own}, the department of the user, form a cycle`
    case 'departments-missing':
      return `the role ${user.roleKey} lists no department that exists and is enabled`
    case 'scope-unknown':
      return 'the data scope is unknown'
    case 'department-not-read':
    case 'identity-invalid':
      return 'the user could not be read'
  }
}
