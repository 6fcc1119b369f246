import { createDepartmentStore, type DepartmentChange } from '../../accounts/department/department.store.ts'
import {
  type Department,
  MAX_LEVELS,
  NO_DEPARTMENT,
  problemOfDepartment,
} from '../../accounts/department/department.ts'
import { createDepartmentTree } from '../../accounts/department/department-tree.ts'
import { ENABLED, type Status } from '../../accounts/status.ts'
import { departmentSteps } from '../../authorization/data-scope/department-steps.ts'
import type { Changed } from '../../cluster/change-feed/change-writer.ts'
import { InvalidParameters, notFound, Refusal } from '../../foundation/refusal/refusal.ts'
import type { Operator } from '../../logs/audit-log/operator.ts'
import { differencesOf, isEmpty, whatDiffers } from '../differences.ts'
import type { Operation, Operations } from '../operations.ts'

export interface DepartmentToAdd {
  readonly deptName: string
  /** Default: at the top. */
  readonly parentId?: number | undefined
  readonly sort?: number | undefined
  readonly leader?: string | undefined
  readonly phone?: string | undefined
  readonly email?: string | undefined
  readonly status?: Status | undefined
}

export type DepartmentToChange = DepartmentChange & {
  /** The change is refused if the department has another revision. */
  readonly revision?: number | undefined
}

export interface DepartmentAdministration {
  add(operator: Operator, department: DepartmentToAdd): Promise<Changed<Department>>
  /** Changes a department. With another parent, it moves with everything below it. */
  change(operator: Operator, id: number, change: DepartmentToChange): Promise<Changed<Department>>
  /** Deletes all of the departments or none. One that has departments below it, users or roles cannot be deleted. */
  remove(operator: Operator, ids: readonly number[]): Promise<Changed<{ removed: number }>>
}

export function createDepartmentAdministration(operations: Operations): DepartmentAdministration {
  return {
    async add(operator, department) {
      refuseInvalid(department)
      const { deptName, parentId = NO_DEPARTMENT, sort = 0, status = ENABLED } = department
      const { leader = '', phone = '', email = '' } = department
      return operations.run(operator, async (operation) => {
        await (await operation.authority()).refuseDepartments()
        await refuseParent(operation, parentId)
        const columns = { parentId, deptName, sort, leader, phone, email, status }
        const id = await createDepartmentStore(operation.transaction).insert(columns, operation.at)
        const after = await existingDepartment(operation, id)
        operation.changes('department', [departmentSteps.set(after)])
        await operation.note({ action: 'dept.create', targetId: id, target: deptName, after })
        return after
      })
    },

    async change(operator, id, { revision, ...change }) {
      refuseInvalid(change)
      return operations.run(operator, async (operation) => {
        await (await operation.authority()).refuseDepartments()
        const before = await existingDepartment(operation, id)
        if (revision !== undefined && revision !== before.revision) throw new Refusal('changed-meanwhile')
        const differing = whatDiffers(before, change)
        if (isEmpty(differing)) return before
        if (differing.parentId !== undefined) await refuseParent(operation, differing.parentId, id)
        await createDepartmentStore(operation.transaction).change(id, differing, operation.at)
        const after = await existingDepartment(operation, id)
        if (before.parentId !== after.parentId || before.status !== after.status)
          operation.changes('department', [departmentSteps.set(after)])
        const differences = differencesOf(before, after)
        await operation.note({ action: 'dept.update', targetId: id, target: before.deptName, ...differences })
        return after
      })
    },

    async remove(operator, ids) {
      return operations.run(operator, async (operation) => {
        await (await operation.authority()).refuseDepartments()
        const departments = createDepartmentStore(operation.transaction)
        for (const id of new Set(ids)) {
          const before = await existingDepartment(operation, id)
          if (await departments.isInUse(id)) throw new Refusal('department-in-use', { name: before.deptName })
          await departments.remove(id)
          operation.changes('department', [departmentSteps.remove(id)])
          await operation.note({ action: 'dept.delete', targetId: id, target: before.deptName, before })
        }
        return { removed: new Set(ids).size }
      })
    },
  }
}

/** Throws unless the departments exist. 0 stands for no department. */
export async function refuseUnknownDepartments(
  { transaction }: Operation,
  ids: readonly number[],
): Promise<void> {
  const wanted = ids.filter((id) => id !== NO_DEPARTMENT)
  const unknown = await createDepartmentStore(transaction).firstUnknown(wanted)
  if (unknown !== undefined) throw new Refusal('department-unknown', { dept: unknown })
}

/** Throws if a new or a moved department cannot have this parent. Changes are made one after another, so this stays true. */
async function refuseParent(operation: Operation, parentId: number, moved?: number): Promise<void> {
  if (parentId === NO_DEPARTMENT) return
  const tree = createDepartmentTree(await createDepartmentStore(operation.transaction).nodes())
  if (!tree.find(parentId)) throw new Refusal('department-unknown', { dept: parentId })
  const isBelowItself =
    parentId === moved || (moved !== undefined && tree.below(moved).some(({ deptId }) => deptId === parentId))
  // A department in a cycle, which only a hand can make, can be moved out of it, but nothing into it.
  if (isBelowItself || tree.problemOf(parentId) === 'cycle')
    throw new Refusal('department-cycle', { dept: moved ?? parentId })
  const height = moved === undefined ? 1 : Math.max(1, tree.heightOf(moved))
  if (tree.levelOf(parentId) + height <= MAX_LEVELS) return
  throw new InvalidParameters({
    field: 'parentId',
    en: `parentId would make the tree deeper than ${MAX_LEVELS} levels.`,
    zh: `parentId 会使部门超过 ${MAX_LEVELS} 级。`,
  })
}

function refuseInvalid(department: Parameters<typeof problemOfDepartment>[0]): void {
  const problem = problemOfDepartment(department)
  if (problem !== undefined) throw new InvalidParameters(problem)
}

async function existingDepartment({ transaction }: Operation, id: number): Promise<Department> {
  const department = await createDepartmentStore(transaction).find(id)
  if (!department) throw notFound('department', id)
  return department
}
