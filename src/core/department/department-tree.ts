import { type DepartmentNode, NO_DEPARTMENT } from './department.ts'

/** The departments in their tree. Those in a cycle or below a missing department have no place in it. */
export type DepartmentTree<Node extends DepartmentNode> = ReturnType<typeof createDepartmentTree<Node>>

/** Where a department and those below it are in the list of all departments. */
interface Place {
  readonly from: number
  readonly level: number
  upTo: number
}

/** Sorts the departments so that those below a department follow it. Departments with the same parent keep their order. */
export function createDepartmentTree<Node extends DepartmentNode>(nodes: Iterable<Node>) {
  const byId = new Map<number, Node>()
  const children = new Map<number, Node[]>()
  for (const node of nodes) {
    byId.set(node.deptId, node)
    const siblings = children.get(node.parentId)
    if (siblings) siblings.push(node)
    else children.set(node.parentId, [node])
  }
  const sorted: Node[] = []
  const places = new Map<number, Place>()
  // Not recursive: a database that was edited by hand may have any number of levels.
  const waiting = (children.get(NO_DEPARTMENT) ?? []).toReversed().map((node) => ({ node, level: 1 }))
  const open: Place[] = []
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, level } = next
    closeFrom(level)
    const place = { from: sorted.length, level, upTo: sorted.length }
    open.push(place)
    places.set(node.deptId, place)
    sorted.push(node)
    for (const child of (children.get(node.deptId) ?? []).toReversed())
      waiting.push({ node: child, level: level + 1 })
  }
  closeFrom(1)

  /** Ends the departments that are open at this level and below it. */
  function closeFrom(level: number): void {
    while (open.length >= level) {
      const place = open.pop()
      if (place) place.upTo = sorted.length
    }
  }

  /** Returns the department and all below it, in the order of the tree; nothing if it has no place in the tree. */
  function below(id: number): readonly Node[] {
    const place = places.get(id)
    return place ? sorted.slice(place.from, place.upTo) : []
  }

  return {
    find: (id: number) => byId.get(id),
    below,
    /** Returns the level of a department, 1 at the top; 0 if it has no place in the tree. */
    levelOf: (id: number) => places.get(id)?.level ?? 0,
    /** Returns how many levels the department and those below it have; 0 if it has no place in the tree. */
    heightOf(id: number): number {
      const level = places.get(id)?.level ?? 0
      return below(id).reduce(
        (height, node) => Math.max(height, (places.get(node.deptId)?.level ?? 0) - level + 1),
        0,
      )
    },
    /** Returns why a department has no place in the tree. */
    problemOf(id: number): 'cycle' | 'parent-missing' | undefined {
      if (places.has(id)) return undefined
      const seen = new Set<number>()
      for (let at = id; !seen.has(at); ) {
        const node = byId.get(at)
        if (!node) return 'parent-missing'
        seen.add(at)
        at = node.parentId
      }
      return 'cycle'
    },
  }
}
