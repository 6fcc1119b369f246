import type { Operator } from '../../../core/audit-log/operator.ts'
import { NO_DEPARTMENT } from '../../../core/department/department.ts'
import { addDepartment } from '../../../core/department/departments.ts'
import type { Operation, Operations } from '../../../core/operations/operations.ts'
import { operatorFields } from '../../../core/operations/operator-event.ts'
import { changeRules } from '../../../core/permission/rules/policy.ts'
import { addRole } from '../../../core/role/roles.ts'
import { batchesOf } from '../../../platform/database/query/batches.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import { addImportedUsers } from '../../policy/user-import/user-import.ts'
import type { DepartmentPath } from './department-plan.ts'
import {
  type Comparison,
  createPlanDigest,
  type ImportPlan,
  planStructure,
  planUsers,
  writtenOf,
} from './import-plan.ts'

export type SystemImport = ReturnType<typeof createSystemImport>

/** Carries out the plan of an import. */
export function createSystemImport(operations: Operations) {
  return {
    /**
     * Writes what is missing here, all or nothing. The plan is made again in the transaction: if it differs from the one that the
     * operator has seen, nothing is written.
     */
    async carryOut(
      operator: Operator,
      {
        system,
        seen,
        ...comparison
      }: Omit<Comparison, 'database'> & { readonly system: string; readonly seen: ImportPlan },
    ) {
      return operations.run(operator, async (operation) => {
        await (await operation.authority()).requireAllData()
        const inTransaction = { ...comparison, database: operation.transaction }
        const structure = await planStructure(inTransaction)
        const digest = createPlanDigest()
        digest.add(writtenOf(structure))
        const deptIds = await addDepartments(operation, structure.departments)
        for (const { deptPaths, ...role } of structure.roles.create)
          await addRole(operation, { ...role, deptIds: deptPaths.flatMap((path) => deptIds.get(path) ?? []) })
        if (structure.rules.create.length > 0)
          await changeRules(operation, { add: structure.rules.create, remove: [] })
        let users = 0
        for await (const { create } of planUsers(inTransaction, structure)) {
          if (create.length === 0) continue
          digest.add(create)
          users += create.length
          for await (const batch of batchesOf(create)) {
            const rows = batch.map(({ deptPath, ...user }) => ({
              ...user,
              deptId: deptIds.get(deptPath) ?? NO_DEPARTMENT,
            }))
            await addImportedUsers(operation, rows)
          }
        }
        if (digest.end() !== seen.digest) throw new Refusal('changed-meanwhile')
        const written = {
          departments: structure.departments.create.length,
          roles: structure.roles.create.length,
          rules: structure.rules.create.length,
          users,
        }
        if (Object.values(written).some((count) => count > 0)) {
          const fields = { system, ...written, ...operatorFields(operation.operator) }
          await operation.emit({ kind: 'system.imported', fields })
        }
        return written
      })
    },
  }
}

/** Adds the departments, a parent before its children. Returns the ids of all, by their paths. */
async function addDepartments(
  operation: Operation,
  { create, existing }: Awaited<ReturnType<typeof planStructure>>['departments'],
): Promise<ReadonlyMap<DepartmentPath, number>> {
  const ids = new Map(existing)
  for (const { path, parentPath, ...department } of create) {
    const parentId = parentPath === '' ? NO_DEPARTMENT : ids.get(parentPath)
    if (parentId === undefined) throw new Error(`the department ${path} has no parent`)
    const { deptId } = await addDepartment(operation, { ...department, parentId })
    ids.set(path, deptId)
  }
  return ids
}
