import { createReadStream } from 'node:fs'
import type { Operator } from '../../../core/audit-log/operator.ts'
import type { DepartmentStore } from '../../../core/department/department.store.ts'
import { NO_DEPARTMENT } from '../../../core/department/department.ts'
import type { RoleStore } from '../../../core/role/role.store.ts'
import { usernameKey } from '../../../core/user/name/username.ts'
import { type LineProblem, printLineProblems } from '../../../platform/cli/context/file-problems.ts'
import { createProgress } from '../../../platform/cli/output/progress.ts'
import { readUserCsv, type UserRow } from './user-csv.ts'
import { addressConflicts, createConflictCheck, type NameStores, type UserImport } from './user-import.ts'

const USERS_PER_BATCH = 1000
const MAX_PROBLEMS = 100

export interface UserImportParts extends NameStores {
  readonly roles: RoleStore
  readonly departments: DepartmentStore
  readonly userImport: UserImport
  readonly operator: Operator
}

/** Imports the users of a CSV file. Nothing is imported if a line is invalid. */
export async function importUserFile(parts: UserImportParts, file: string) {
  const count = await checkFile(parts, file)
  return importUsers(parts, file, count)
}

/** Returns the number of users in the file. Throws after printing a line for each problem. */
async function checkFile(parts: UserImportParts, file: string): Promise<number> {
  const { users, roles, departments } = parts
  const problems: LineProblem[] = []
  const lines = new Map<string, number>()
  const conflictsWithin = createConflictCheck()
  const knownRoles = new Map<string, boolean>()
  const knownDepartments = new Set((await departments.nodes()).map(({ deptId }) => deptId))
  let badCount = 0
  const report = (line: number, problem: string): void => {
    badCount++
    if (problems.length < MAX_PROBLEMS) problems.push({ line, problem })
  }
  for await (const rows of batchesOf(file)) {
    const names = rows.flatMap((row) => ('user' in row ? [row.user.username] : []))
    const holders = await users.holdersOf(names)
    const fresh = rows.flatMap((row) =>
      'user' in row && !holders.has(usernameKey(row.user.username)) ? [row.user] : [],
    )
    const conflicts = await addressConflicts(parts, fresh)
    for (const row of rows) {
      const { line } = row
      if ('problem' in row) {
        report(line, row.problem)
        continue
      }
      const { username, roleKey, deptId = NO_DEPARTMENT } = row.user
      const key = usernameKey(username)
      const earlier = lines.get(key)
      if (earlier !== undefined)
        report(line, `"${username}" is there already, or looks the same, in line ${earlier}`)
      lines.set(key, line)
      const stored = conflicts.filter((conflict) => conflict.username === username).map(({ name }) => name)
      for (const name of new Set([...stored, ...conflictsWithin(row.user)]))
        report(line, `"${name}" cannot be the username of one user and the address of another`)
      const isRole = knownRoles.get(roleKey) ?? (await roles.findByKey(roleKey)) !== undefined
      knownRoles.set(roleKey, isRole)
      if (!isRole) report(line, `there is no role "${roleKey}"`)
      if (deptId !== NO_DEPARTMENT && !knownDepartments.has(deptId))
        report(line, `there is no department ${deptId}`)
      const holder = holders.get(key)
      if (holder && holder.username !== username)
        report(line, `"${username}" looks the same as the user "${holder.username}"`)
    }
  }
  if (badCount === 0) return lines.size
  printLineProblems(problems, badCount)
  throw new Error(`nothing was imported: ${badCount} problems`)
}

async function importUsers(parts: UserImportParts, file: string, count: number) {
  const startedAt = Date.now()
  const progress = createProgress('importing', count)
  let added = 0
  let known = 0
  for await (const rows of batchesOf(file)) {
    const users = rows.map((row) => {
      if ('user' in row) return row.user
      throw new Error(`the file changed during the import: line ${row.line}: ${row.problem}`)
    })
    const outcome = await parts.userImport.add(parts.operator, users)
    added += outcome.added
    known += outcome.known
    progress.update(added + known)
  }
  progress.end()
  return { added, known, seconds: Math.round((Date.now() - startedAt) / 100) / 10 }
}

/** Yields the rows of a CSV file in batches. */
async function* batchesOf(file: string): AsyncGenerator<UserRow[]> {
  let batch: UserRow[] = []
  for await (const row of readUserCsv(createReadStream(file))) {
    batch.push(row)
    if (batch.length === USERS_PER_BATCH) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}
