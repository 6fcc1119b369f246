import { closeSync, openSync, writeSync } from 'node:fs'
import { shown } from './department-plan.ts'
import type { StructurePlan } from './import-plan.ts'
import type { Finding } from './import-report.ts'
import type { PlannedUser } from './user-plan.ts'

const BUFFERED_CHARACTERS = 65_536

/** Creates a file with the whole plan, one JSON object per line. Without a path, nothing is written. It never contains a hash. */
export function createReportFile(path: string | undefined) {
  const file = path === undefined ? undefined : openSync(path, 'wx', 0o600)
  let buffer = ''

  function flush(): void {
    if (file !== undefined) writeSync(file, buffer)
    buffer = ''
  }

  function add(line: object): void {
    if (file === undefined) return
    buffer += `${JSON.stringify(line)}\n`
    if (buffer.length > BUFFERED_CHARACTERS) flush()
  }

  return {
    addFinding: (finding: Finding): void => add(finding),

    addUsers(users: readonly PlannedUser[]): void {
      for (const { username, roleKey, deptPath, status, pwdChangeDue } of users) {
        const department = deptPath === '' ? '' : shown(deptPath)
        add({ create: 'user', username, roleKey, department, status, pwdChangeDue })
      }
    },

    addStructure({ departments, roles, rules }: StructurePlan): void {
      for (const { path, status } of departments.create)
        add({ create: 'department', path: shown(path), status })
      for (const { deptPaths, ...role } of roles.create)
        add({ create: 'role', ...role, departments: deptPaths.map(shown) })
      for (const rule of rules.create) add({ create: 'rule', ...rule })
    },

    close(): void {
      flush()
      if (file !== undefined) closeSync(file)
    },
  }
}
