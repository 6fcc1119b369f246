import type { Schemas } from '../../../shell/api/client.ts'

/** A department with its place in the tree. */
export interface PlacedDepartment {
  readonly id: number
  readonly name: string
  /** The departments above it, from the top. */
  readonly above: readonly PlacedDepartment[]
  readonly children: readonly PlacedDepartment[]
}

export interface DepartmentIndex {
  readonly top: readonly PlacedDepartment[]
  readonly byId: ReadonlyMap<number, PlacedDepartment>
}

/** Finds the departments of a tree by id. */
export function indexOf(tree: readonly Schemas['DepartmentTree'][]): DepartmentIndex {
  const byId = new Map<number, PlacedDepartment>()
  const place = (node: Schemas['DepartmentTree'], above: readonly PlacedDepartment[]): PlacedDepartment => {
    const children: PlacedDepartment[] = []
    const placed: PlacedDepartment = { id: node.id, name: node.label, above, children }
    byId.set(node.id, placed)
    children.push(...node.children.map((child) => place(child, [...above, placed])))
    return placed
  }
  const top = tree.map((node) => place(node, []))
  return { top, byId }
}

/** Returns the names from the top down to a department, such as "Yunnan / Kunming". An unknown one is shown by its number. */
export function pathText({ byId }: DepartmentIndex, id: number): string {
  const department = byId.get(id)
  if (!department) return `#${id}`
  return [...department.above, department].map(({ name }) => name).join(' / ')
}

/** Returns the ids of the departments whose names contain a text. */
export function matchesOf({ byId }: DepartmentIndex, text: string): ReadonlySet<number> {
  const wanted = text.trim().toLocaleLowerCase()
  if (wanted === '') return new Set()
  const matching = [...byId.values()].filter(({ name }) => name.toLocaleLowerCase().includes(wanted))
  return new Set(matching.map(({ id }) => id))
}

/** Returns the ids of the departments that must be open so that all of the given ones are visible. */
export function idsAbove({ byId }: DepartmentIndex, ids: Iterable<number>): number[] {
  const above = new Set<number>()
  for (const id of ids) for (const one of byId.get(id)?.above ?? []) above.add(one.id)
  return [...above]
}
