import { administers } from '../../../core/operations/administration-rights.ts'
import { findRuleProblem, keyOfRule, type PolicyRule } from '../../../core/permission/policy-rule.ts'
import { ADMIN_ROLE_KEY, problemOfRole, type Role } from '../../../core/role/role.ts'
import { type DepartmentPath, type DepartmentPlan, shown } from './department-plan.ts'
import type { Report } from './import-report.ts'
import type { OldRole, OldRule } from './old-system.ts'

export interface PlannedRole extends Omit<OldRole, 'id' | 'deptIds'> {
  readonly deptPaths: readonly DepartmentPath[]
}

export interface RolePlan {
  readonly create: readonly PlannedRole[]
  readonly unchanged: number
  /** The key of each old role that exists here or is created, by its old id. The role `admin` is one of them. */
  readonly keys: ReadonlyMap<string, string>
}

/** Data scope 2, whose departments the role lists. */
const CUSTOM = '2'

/** Compares the roles by their keys. The role `admin` exists everywhere and is never changed. */
export function planRoles(
  old: readonly OldRole[],
  stored: readonly Role[],
  departments: DepartmentPlan,
  report: Report,
): RolePlan {
  const create: PlannedRole[] = []
  const keys = new Map<string, string>()
  let unchanged = 0
  for (const { id, deptIds, ...role } of old) {
    const { roleKey, dataScope } = role
    const about = `role "${roleKey}" (id ${id})`
    if (roleKey === ADMIN_ROLE_KEY) {
      keys.set(id, ADMIN_ROLE_KEY)
      continue
    }
    const problem = problemOfRole({ roleKey }) ?? problemOfRole({ roleName: role.roleName })
    if (problem !== undefined) {
      report.add({ kind: 'left-out', reason: problem.en, about, fix: fixOf(problem.field, roleKey) })
      continue
    }
    if (old.filter((one) => one.roleKey === roleKey).length > 1) {
      const fix = 'rename all but one of them with their rules, or merge them'
      report.add({ kind: 'left-out', reason: 'several roles have the same key', about, fix })
      continue
    }
    keys.set(id, roleKey)
    const deptPaths = (dataScope === CUSTOM ? deptIds : []).flatMap((deptId) => {
      const path = departments.paths.get(deptId)
      if (path !== undefined) return [path]
      const reason = 'a department of its data scope cannot be taken, and the role does not see it'
      report.add({
        kind: 'adapted',
        reason,
        about: `${about}, department ${deptId}`,
        fix: 'correct the department',
      })
      return []
    })
    const planned = {
      ...role,
      remark: usableRemark(role.remark, about, report),
      deptPaths: [...new Set(deptPaths)].toSorted(),
    }
    const known = stored.find((one) => one.roleKey === roleKey)
    if (known === undefined) create.push(planned)
    else if (isSame(planned, known, departments, report)) unchanged++
  }
  return { create, unchanged, keys }
}

function fixOf(field: string | undefined, roleKey: string): string {
  if (field !== 'roleKey') return 'rename the role'
  const proposed = roleKey
    .replaceAll(/[^A-Za-z0-9_.:-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 64)
  return proposed === ''
    ? 'give the role a key of ASCII letters'
    : `rename the key and its rules, for example to "${proposed}"`
}

function usableRemark(remark: string, about: string, report: Report): string {
  const line = remark.replaceAll(/\s+/g, ' ').trim()
  if (problemOfRole({ remark: line }) === undefined) return line
  const reason = 'remark is too long or has control characters, and is left empty'
  report.add({ kind: 'adapted', reason, about, fix: 'set it with castellan role change' })
  return ''
}

function isSame(planned: PlannedRole, known: Role, departments: DepartmentPlan, report: Report): boolean {
  const paths = new Map([...departments.existing].map(([path, id]) => [id, path]))
  const knownPaths = known.deptIds.map((id) => paths.get(id) ?? String(id)).toSorted()
  const differing = [
    ...(['roleName', 'dataScope', 'status', 'remark'] as const).filter(
      (name) => planned[name] !== known[name],
    ),
    ...(JSON.stringify(knownPaths) === JSON.stringify(planned.deptPaths) ? [] : ['departments']),
  ]
  if (differing.length === 0) return true
  report.add({
    kind: 'differs',
    reason: `roles: ${differing.join(', ')}`,
    about: `role "${planned.roleKey}"${differing.includes('departments') ? `: ${planned.deptPaths.map(shown).join(', ') || 'no departments'} there` : ''}`,
    fix: 'change it with castellan role change',
  })
  return false
}

export interface RulePlan {
  readonly create: readonly PolicyRule[]
  readonly unchanged: number
}

/** Compares the rules. Those of the role `admin` are not needed: it is permitted everything. */
export function planRules(
  old: readonly OldRule[],
  stored: readonly PolicyRule[],
  {
    roles,
    pathPrefix,
    report,
  }: { readonly roles: RolePlan; readonly pathPrefix: string; readonly report: Report },
): RulePlan {
  const known = new Set(stored.map(keyOfRule))
  const usable = new Set(roles.keys.values())
  const create = new Map<string, PolicyRule>()
  let unchanged = 0
  for (const { subject, path, method } of old) {
    if (subject === ADMIN_ROLE_KEY) continue
    const rule = { roleKey: subject, path: `${pathPrefix}${path}`, method }
    const about = `${subject} ${method} ${rule.path}`
    if (!usable.has(subject)) {
      const fix = 'nothing, or import the role first'
      report.add({
        kind: 'left-out',
        reason: 'a rule of a role that is not imported or does not exist',
        about,
        fix,
      })
      continue
    }
    const problem = findRuleProblem(rule)
    if (problem !== undefined) {
      const fix = 'add the rule in this form with castellan policy add'
      report.add({
        kind: 'left-out',
        reason: 'a rule that cannot be expressed',
        about: `${about}: ${problem.en}`,
        fix,
      })
      continue
    }
    if (known.has(keyOfRule(rule))) {
      unchanged++
      continue
    }
    if (create.has(keyOfRule(rule))) continue
    create.set(keyOfRule(rule), rule)
    if (!administers(rule)) continue
    const fix =
      'check whether the role is to administer users, roles or rules here; castellan policy remove removes it'
    report.add({ kind: 'note', reason: 'a rule with which a role administers this service', about, fix })
  }
  return { create: [...create.values()], unchanged }
}
