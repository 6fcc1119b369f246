import {
  type Department,
  MAX_LEVELS,
  NO_DEPARTMENT,
  problemOfDepartment,
} from '../../../core/department/department.ts'
import type { Report } from './import-report.ts'
import type { OldDepartment } from './old-system.ts'

/** The names of a department and of those above it, from the top. A department is the same one if its path is. */
export type DepartmentPath = string

export interface PlannedDepartment extends Omit<OldDepartment, 'id' | 'parentId'> {
  readonly path: DepartmentPath
  /** Empty at the top. */
  readonly parentPath: DepartmentPath
}

export interface DepartmentPlan {
  /** Those that do not exist here, a parent before its children. */
  readonly create: readonly PlannedDepartment[]
  readonly unchanged: number
  /** The path of each old department that exists here or is created, by its old id. */
  readonly paths: ReadonlyMap<string, DepartmentPath>
  /** The ids of departments that exist here, by their paths. */
  readonly existing: ReadonlyMap<DepartmentPath, number>
}

const SEPARATOR = ' / '
const DETAILS = ['leader', 'phone', 'email'] as const

/** Compares the departments by their paths. */
export function planDepartments(
  old: readonly OldDepartment[],
  stored: readonly Department[],
  report: Report,
): DepartmentPlan {
  const existing = storedPaths(stored)
  const paths = pathsOf(old, report)
  const byPath = new Map<DepartmentPath, OldDepartment[]>()
  for (const department of old) {
    const path = paths.get(department.id)
    if (path !== undefined) byPath.set(path, [...(byPath.get(path) ?? []), department])
  }
  const create: PlannedDepartment[] = []
  let unchanged = 0
  const unusable = new Set<DepartmentPath>()
  for (const path of [...byPath.keys()].toSorted((one, other) => levelOf(one) - levelOf(other))) {
    const [department, ...others] = byPath.get(path) ?? []
    if (department === undefined) continue
    const about = `department "${shown(path)}"`
    const { id: _id, parentId, ...fields } = department
    const parentPath = paths.get(parentId) ?? ''
    if (unusable.has(parentPath)) {
      unusable.add(path)
      report.add({
        kind: 'left-out',
        reason: 'a department below one that cannot be taken',
        about,
        fix: 'correct that one first',
      })
      continue
    }
    if (others.length > 0 || existing.get(path) === AMBIGUOUS) {
      unusable.add(path)
      report.add({
        kind: 'left-out',
        reason: 'several departments have the same name and place',
        about,
        fix: 'rename all but one of them, or merge them',
      })
      continue
    }
    const problem = problemOfDepartment({ deptName: fields.deptName })
    if (problem !== undefined) {
      unusable.add(path)
      report.add({ kind: 'left-out', reason: problem.en, about, fix: 'rename it' })
      continue
    }
    const known = stored.find(({ deptId }) => deptId === existing.get(path))
    if (known === undefined) {
      create.push({ ...withoutBadDetails(fields, about, report), path, parentPath })
      continue
    }
    const differing = (['sort', 'status', ...DETAILS] as const).filter((name) => known[name] !== fields[name])
    if (differing.length === 0) unchanged++
    else {
      report.add({
        kind: 'differs',
        reason: `departments: ${differing.join(', ')}`,
        about,
        fix: 'change it with castellan dept change',
      })
    }
  }
  const usable = new Map([...paths].filter(([, path]) => !unusable.has(path)))
  return { create, unchanged, paths: usable, existing }
}

const AMBIGUOUS = -1

function storedPaths(stored: readonly Department[]): Map<DepartmentPath, number> {
  const named = stored.map(({ deptId, parentId, deptName }) => ({
    id: String(deptId),
    parentId: parentId === NO_DEPARTMENT ? '' : String(parentId),
    deptName,
  }))
  const found = new Map<DepartmentPath, number>()
  for (const [id, path] of pathsOf(named)) found.set(path, found.has(path) ? AMBIGUOUS : Number(id))
  return found
}

type Placed = Pick<OldDepartment, 'id' | 'parentId' | 'deptName'>

/** Returns the paths of the departments that have a place in the tree, by their ids. */
function pathsOf(departments: readonly Placed[], report?: Report): Map<string, DepartmentPath> {
  const byId = new Map(departments.map((one) => [one.id, one]))
  const paths = new Map<string, DepartmentPath>()
  for (const department of departments) {
    const names: string[] = []
    const seen = new Set<string>()
    let at: Placed | undefined = department
    while (at !== undefined && !seen.has(at.id)) {
      seen.add(at.id)
      names.unshift(at.deptName)
      if (at.parentId === '') break
      at = byId.get(at.parentId)
    }
    const about = `department "${department.deptName}" (id ${department.id})`
    if (at === undefined) {
      const fix = 'give it a parent that exists'
      report?.add({ kind: 'left-out', reason: 'the parent, or one above it, does not exist', about, fix })
    } else if (at.parentId !== '') {
      const fix = 'give one of them another parent'
      report?.add({ kind: 'left-out', reason: 'the departments above it form a cycle', about, fix })
    } else if (names.length > MAX_LEVELS) {
      const fix = 'move it up'
      report?.add({ kind: 'left-out', reason: `it is below level ${MAX_LEVELS}`, about, fix })
    } else paths.set(department.id, JSON.stringify(names))
  }
  return paths
}

function levelOf(path: DepartmentPath): number {
  return namesIn(path).length
}

/** Returns a path for people. */
export function shown(path: DepartmentPath): string {
  return namesIn(path).join(SEPARATOR)
}

function namesIn(path: DepartmentPath): readonly string[] {
  const names: unknown = JSON.parse(path)
  return Array.isArray(names) ? names.map(String) : []
}

function withoutBadDetails<Fields extends Pick<OldDepartment, (typeof DETAILS)[number]>>(
  fields: Fields,
  about: string,
  report: Report,
): Fields {
  const bad = DETAILS.filter((name) => problemOfDepartment({ [name]: fields[name] }) !== undefined)
  for (const name of bad) {
    report.add({
      kind: 'adapted',
      reason: `${name} is too long or has control characters, and is left empty`,
      about,
      fix: 'set it with castellan dept change',
    })
  }
  return { ...fields, ...Object.fromEntries(bad.map((name) => [name, ''])) }
}
