import { dataScopeOf, stateOf } from '../../../core/user/command-words.ts'
import { coloursFor } from '../../../platform/cli/output/colour.ts'
import { tableOf } from '../../../platform/cli/output/table.ts'
import { visible } from '../../../platform/cli/output/visible.ts'
import { shown } from './department-plan.ts'
import type { ImportPlan } from './import-plan.ts'
import { FINDINGS, type Report } from './import-report.ts'
import type { PlannedRole } from './role-plan.ts'

const MAX_SHOWN = 20
const WITH_DEPARTMENTS = '2'

/** Returns the lines of a plan. Nothing in it is longer for more users. */
export function planLines({ structure, counts }: ImportPlan, report: Report): string[] {
  const { green, yellow, bold } = coloursFor(process.stdout)
  const { departments, roles, rules } = structure
  const rows = (['departments', 'roles', 'rules', 'users'] as const).map((what) => ({
    what,
    ...counts[what],
  }))
  const created = [
    ...listed(departments.create.map(({ path }) => `+ department ${shown(path)}`)),
    ...listed(roles.create.map((role) => `+ role ${role.roleKey}: ${describeRole(role)}`)),
    ...listed(rules.create.map(({ roleKey, method, path }) => `+ rule ${roleKey} ${method} ${path}`)),
  ]
  const mappings = report
    .mappings()
    .map(({ what, from, to, count }) => `${what}: ${from} -> ${to} (${count})`)
  const admins = counts.admins.map((name) => `${name} gets the role admin, or has it already`)
  return [
    ...tableOf(rows, { what: 'WHAT', create: 'NEW', unchanged: 'UNCHANGED' }),
    ...created.map((line) => green(visible(line))),
    ...admins.map((line) => yellow(visible(line))),
    ...mappings.map(visible),
    ...report
      .groups()
      .flatMap(({ kind, reason, fix, count, examples }) => [
        bold(visible(`${FINDINGS[kind]}: ${reason} (${count})`)),
        ...examples.map((example) => visible(`    ${example}`)),
        ...(count > examples.length
          ? [`    … and ${count - examples.length} more (--report FILE writes all)`]
          : []),
        visible(`    Fix: ${fix}`),
      ]),
  ]
}

function listed(lines: readonly string[]): string[] {
  if (lines.length <= MAX_SHOWN) return [...lines]
  return [...lines.slice(0, MAX_SHOWN), `… and ${lines.length - MAX_SHOWN} more (--report FILE writes all)`]
}

function describeRole({ dataScope, deptPaths, status }: PlannedRole): string {
  const paths = dataScope === WITH_DEPARTMENTS ? ` (${deptPaths.map(shown).join(', ') || 'none'})` : ''
  return `${dataScopeOf(dataScope)}${paths}, ${stateOf(status)}`
}

/** Returns a plan for programs. The report file has what is not in it. */
export function planJson({ counts }: ImportPlan, report: Report) {
  return { counts, mappings: report.mappings(), findings: report.groups() }
}
