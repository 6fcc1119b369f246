import type { ChangeStep } from '../../platform/cluster/change-feed/change-records.ts'
import type { StoredDepartments } from '../department/department.store.ts'
import type { DepartmentNode } from '../department/department.ts'
import { createDepartmentTree, type DepartmentTree } from '../department/department-tree.ts'

/** The departments and the departments of roles, as of one moment. Immutable. */
export interface DepartmentIndex {
  readonly size: number
  readonly tree: DepartmentTree<DepartmentNode>
  /** Returns the ids of all departments, also of those that have no place in the tree. */
  ids(): Iterable<number>
  /** Returns the departments of a role with data scope 2. */
  ofRole(roleId: number): readonly number[]
  /** Returns an index with the changes. Throws if a step is unknown or does not fit. */
  apply(steps: readonly ChangeStep[]): DepartmentIndex
}

export function createDepartmentIndex(
  stored: Pick<StoredDepartments, 'departments' | 'roles'>,
): DepartmentIndex {
  return indexOf(new Map(stored.departments.map((node) => [node.deptId, node])), stored.roles)
}

function indexOf(
  nodes: ReadonlyMap<number, DepartmentNode>,
  roles: ReadonlyMap<number, readonly number[]>,
): DepartmentIndex {
  // Built at the first question: several changes are often applied one after the other.
  let tree: DepartmentTree<DepartmentNode> | undefined
  return {
    size: nodes.size,
    get tree() {
      tree ??= createDepartmentTree(nodes.values())
      return tree
    },
    ids: () => nodes.keys(),
    ofRole: (roleId) => roles.get(roleId) ?? [],
    apply(steps) {
      const nextNodes = new Map(nodes)
      const nextRoles = new Map(roles)
      for (const step of steps) applyStep(nextNodes, nextRoles, step)
      return indexOf(nextNodes, nextRoles)
    },
  }
}

function applyStep(
  nodes: Map<number, DepartmentNode>,
  roles: Map<number, readonly number[]>,
  [name, ...values]: ChangeStep,
): void {
  const [first = Number.NaN, second = Number.NaN] = values.map(Number)
  if (!Number.isSafeInteger(first)) throw new Error(`the step ${name} has no number`)
  switch (name) {
    case 'set':
      nodes.set(first, { deptId: first, parentId: second, status: values[2] ?? '' })
      return
    case 'remove':
      if (!nodes.delete(first)) throw new Error(`there is no department ${first}`)
      return
    case 'role':
      if (values.length === 1) roles.delete(first)
      else roles.set(first, values.slice(1).map(Number))
      return
    case 'user':
      // Applied by the departments of users.
      return
    case 'count':
      if (nodes.size !== first) throw new Error(`there are ${nodes.size} departments instead of ${first}`)
      return
    default:
      throw new Error(`the step ${name} is unknown`)
  }
}
