import type { Transaction } from '../../platform/database/database.ts'
import { batchesOf } from '../../platform/database/query/batches.ts'
import { type AuditedChange, changedUsersOf } from '../audit-log/audit-log-entry.ts'
import { fieldsOf } from '../audit-log/audited-fields.ts'
import { createDepartmentStore } from './department.store.ts'

/**
 * Returns the departments that a change concerns: those of its users before and after it, and of the owners of service accounts. It has
 * none if it concerns no users or departments, or all, such as a change of a role or of rules.
 */
export async function concernedDepartments(
  transaction: Transaction,
  change: AuditedChange,
): Promise<readonly number[]> {
  const users = changedUsersOf(change)
  const found = new Set(change.deptIds)
  if (users.length === 0) return [...found]
  const states = [change.before, change.after].map(fieldsOf)
  // A user who was moved or deleted had another one.
  for (const { deptId } of states) if (typeof deptId === 'number') found.add(deptId)
  const owners = states.flatMap(({ ownerId }) => (typeof ownerId === 'number' ? [ownerId] : []))
  const departments = createDepartmentStore(transaction)
  for await (const batch of batchesOf([...new Set([...users, ...owners])])) {
    for (const deptId of (await departments.ofUsers(batch)).values()) found.add(deptId)
  }
  return [...found]
}
