import { assertNoProblem, InvalidParameters, Refusal } from '../../platform/refusal/refusal.ts'
import type { Operator } from '../audit-log/operator.ts'
import { departmentSteps } from '../data-scope/department-steps.ts'
import { differencesOf, isEmpty, requireCurrentRevision, whatDiffers } from '../operations/differences.ts'
import type { Operation, Operations } from '../operations/operations.ts'
import { requireFound } from '../operations/require-found.ts'
import { createRoleStore } from '../role/role.store.ts'
import { DATA_SCOPE_NAMES } from '../role/role.ts'
import { createUserBatchStore } from '../user/list/user-batch.store.ts'
import { ALL_USERS, includesDepartment } from '../user/list/user-scope.ts'
import { ENABLED } from '../user/status.ts'
import { createDepartmentStore, type DepartmentChange, type NewDepartment } from './department.store.ts'
import {
  type Department,
  type DepartmentNode,
  MAX_LEVELS,
  NO_DEPARTMENT,
  problemOfDepartment,
} from './department.ts'
import { createDepartmentTree, type DepartmentTree } from './department-tree.ts'

/** Without a parent, it is at the top. */
export type DepartmentToAdd = DepartmentChange & Pick<NewDepartment, 'deptName'>

export type DepartmentToChange = DepartmentChange & {
  /** The change is refused if the department has another revision. */
  readonly revision?: number | undefined
}

export type DepartmentAdministration = ReturnType<typeof createDepartmentAdministration>

export function createDepartmentAdministration(operations: Operations) {
  return {
    async add(operator: Operator, department: DepartmentToAdd) {
      assertNoProblem(problemOfDepartment(department))
      const { deptName, parentId = NO_DEPARTMENT, sort = 0, status = ENABLED } = department
      const { leader = '', phone = '', email = '' } = department
      return operations.run(operator, async (operation) => {
        await assertPossibleParent(operation, parentId)
        return addDepartment(operation, { parentId, deptName, sort, leader, phone, email, status })
      })
    },

    /** Changes a department. With another parent, it moves with everything below it. */
    async change(operator: Operator, id: number, { revision, ...change }: DepartmentToChange) {
      assertNoProblem(problemOfDepartment(change))
      return operations.run(operator, async (operation) => {
        const before = await departmentInScope(operation, id)
        requireCurrentRevision(before, revision)
        const differing = whatDiffers(before, change)
        if (isEmpty(differing)) return before
        const { parentId, status } = differing
        if (parentId !== undefined || status !== undefined) await assertNotMyDepartment(operation, id)
        if (parentId !== undefined) {
          await assertPossibleParent(operation, parentId, id)
          await assertMayMove(operation, before, parentId)
        }
        if (status !== undefined) await assertMayChangeStatus(operation, id)
        await createDepartmentStore(operation.transaction).change(id, differing, operation.at)
        const after = await existingDepartment(operation, id)
        if (before.parentId !== after.parentId || before.status !== after.status)
          operation.changes('department', [departmentSteps.set(after)])
        const differences = differencesOf(before, after)
        await operation.note({
          action: 'dept.update',
          targetId: id,
          deptIds: before.parentId === after.parentId ? [id] : [id, before.parentId, after.parentId],
          target: before.deptName,
          ...differences,
        })
        return after
      })
    },

    /** Deletes all of the departments or none. One that has departments below it, users or roles cannot be deleted. */
    async remove(operator: Operator, ids: readonly number[]) {
      return operations.run(operator, async (operation) => {
        const departments = createDepartmentStore(operation.transaction)
        for (const id of new Set(ids)) {
          const before = await departmentInScope(operation, id)
          await assertNotMyDepartment(operation, id)
          if (await departments.isInUse(id)) throw new Refusal('department-in-use', { name: before.deptName })
          await departments.remove(id)
          operation.changes('department', [departmentSteps.remove(id)])
          await operation.note({
            action: 'dept.delete',
            targetId: id,
            deptIds: [id],
            target: before.deptName,
            before,
          })
        }
        return { removed: new Set(ids).size }
      })
    },
  }
}

/** Adds a department within a change that may consist of more. The fields and the parent have been checked. */
export async function addDepartment(operation: Operation, department: NewDepartment): Promise<Department> {
  const id = await createDepartmentStore(operation.transaction).insert(department, operation.at)
  const after = await existingDepartment(operation, id)
  operation.changes('department', [departmentSteps.set(after)])
  await operation.note({
    action: 'dept.create',
    targetId: id,
    deptIds: [id],
    target: department.deptName,
    after,
  })
  return after
}

/** Throws unless the departments exist and are in the operator's scope. 0 stands for no department. */
export async function requireKnownDepartments(
  { transaction, authority }: Operation,
  ids: readonly number[],
): Promise<void> {
  const wanted = ids.filter((id) => id !== NO_DEPARTMENT)
  const scope = await (await authority()).scope()
  const foreign = wanted.find((id) => !includesDepartment(scope, id))
  const unknown = foreign ?? (await createDepartmentStore(transaction).firstUnknown(wanted))
  if (unknown !== undefined) throw new Refusal('department-unknown', { dept: unknown })
}

/** Throws if a new or a moved department cannot have this parent. Changes are made one after another, so this stays true. */
async function assertPossibleParent(operation: Operation, parentId: number, moved?: number): Promise<void> {
  if (parentId === NO_DEPARTMENT) return (await operation.authority()).requireAllData()
  await requireKnownDepartments(operation, [parentId])
  const tree = await treeOf(operation)
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

/** Throws if the department is the operator's own, or one above it: it decides about the operator's data. */
async function assertNotMyDepartment(operation: Operation, id: number): Promise<void> {
  const { ownDepartment } = await operation.authority()
  if (withAncestors(await treeOf(operation), ownDepartment).includes(id)) throw new Refusal('own-department')
}

/**
 * Throws if a limited operator may not move a department. Users above its old place lose the data of everything below it, and
 * users above its new place gain it: both the data and these users must be within the operator's authority.
 */
async function assertMayMove(operation: Operation, moved: Department, parentId: number): Promise<void> {
  const authority = await operation.authority()
  const scope = await authority.scope()
  if (scope.kind === 'all') return
  const tree = await treeOf(operation)
  const [before, after] = [withAncestors(tree, moved.parentId), withAncestors(tree, parentId)]
  const concerned = [...before, ...after].filter((id) => !before.includes(id) || !after.includes(id))
  const own = new Set(scope.kind === 'some' ? scope.departments : [])
  const data = tree.below(moved.deptId).map(({ deptId }) => deptId)
  if (![moved.parentId, ...concerned, ...data].every((id) => own.has(id)))
    throw new Refusal('all-data-required')
  const roles = createRoleStore(operation.transaction)
  for (const user of await createUserBatchStore(operation.transaction).scopesIn(concerned)) {
    // The former role is one that returns.
    for (const roleId of [user.roleId, user.formerRoleId ?? 0]) {
      const dataScope = user.dataScope || (await roles.find(roleId))?.dataScope
      if (dataScope === DATA_SCOPE_NAMES['department-and-below']) await authority.assertMayManageUser(user)
    }
  }
}

/**
 * Throws if a limited operator may not enable or disable a department. Its users get their data back or lose it. So do users of
 * a role that lists it, who can be anywhere.
 */
async function assertMayChangeStatus(operation: Operation, id: number): Promise<void> {
  const authority = await operation.authority()
  if ((await authority.scope()).kind === 'all') return
  const roles = await createRoleStore(operation.transaction).all()
  if (roles.some(({ deptIds }) => deptIds.includes(id))) throw new Refusal('all-data-required')
  for (const user of await createUserBatchStore(operation.transaction).scopesIn([id]))
    await authority.assertMayManageUser(user)
}

async function treeOf({ transaction }: Operation): Promise<DepartmentTree<DepartmentNode>> {
  return createDepartmentTree(await createDepartmentStore(transaction).nodes())
}

/** Returns a department and those above it. */
export function withAncestors(tree: DepartmentTree<DepartmentNode>, id: number): number[] {
  const ids = new Set<number>()
  for (let node = tree.find(id); node && !ids.has(node.deptId); node = tree.find(node.parentId))
    ids.add(node.deptId)
  return [...ids]
}

/** Returns a department in the operator's scope. Another one is not found, like one that does not exist. */
async function departmentInScope(operation: Operation, id: number): Promise<Department> {
  const scope = await (await operation.authority()).scope()
  return requireFound(await createDepartmentStore(operation.transaction).find(scope, id), 'department', id)
}

async function existingDepartment({ transaction }: Operation, id: number): Promise<Department> {
  return requireFound(await createDepartmentStore(transaction).find(ALL_USERS, id), 'department', id)
}
