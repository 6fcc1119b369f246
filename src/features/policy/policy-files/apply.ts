import type { Command } from 'commander'
import type { Operator } from '../../../core/audit-log/operator.ts'
import { type CommonOptions, withCommonOptions } from '../../../platform/cli/context/command-options.ts'
import type { RunCommand } from '../../../platform/cli/context/command-runner.ts'
import { failAsUsage, reportFileProblems } from '../../../platform/cli/context/file-problems.ts'
import { confirm } from '../../../platform/cli/context/prompt.ts'
import { addNote } from '../../../platform/cli/help/help.ts'
import { print } from '../../../platform/cli/output/output.ts'
import { EXIT_CODES } from '../../../platform/cli/output/report-failure.ts'
import { UsageError } from '../../../platform/cli/output/usage-error.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import type { DeclaredRole } from './declared-role.ts'
import type { DeclaredRoleAdministration } from './declared-roles.ts'
import type { RolePlan, StoredRoles } from './role-plan.ts'
import { planLines, planSummary, totalsOf } from './role-plan-output.ts'

interface ApplyOptions extends CommonOptions {
  readonly check?: true
  readonly yes?: true
  readonly prune?: true
}

interface Parts {
  readonly storedRoles: () => Promise<StoredRoles>
  readonly declaredRoleAdministration: DeclaredRoleAdministration
  readonly operator: Operator
  readonly noteChange: () => void
}

export function addApplyCommand(program: Command, run: RunCommand<Parts>): void {
  const command = withCommonOptions(program.command('apply <folder>'))
    .description('bring roles and rules to what the YAML files of a folder declare, after showing a plan')
    .option('--check', 'only show the plan; the exit code is 1 if there is something to change, 2 on failure')
    .option('--yes', 'do not ask for confirmation; the exit code is 1 if the plan is refused, 2 on failure')
    .option('--prune', 'also delete the roles that no file declares, except admin')
  addNote(
    command,
    'Roles that no file declares stay as they are, unless --prune is given. The rules of a declared role become exactly those of the files. Users, and the role admin, are never changed. All changes are made in one transaction, or none.',
  )
  addNote(command, '"castellan export" writes the files for the roles that exist.')
  command.action(async (folder: string, options: ApplyOptions) => {
    if (options.check) await failAsUsage(() => check(folder, options, run))
    else await failUnlessRefused(() => apply(folder, options, run))
  })
}

/** A plan that is not applied, for a reason that is not a failure of the command. */
class NotApplied extends Error {}

/** Exit code 1 means that the plan is refused, so every other failure exits with code 2. */
async function failUnlessRefused(work: () => Promise<void>): Promise<void> {
  const refusal = await failAsUsage(async () => {
    try {
      await work()
      return undefined
    } catch (error) {
      if (error instanceof Refusal || error instanceof NotApplied) return error
      throw error
    }
  })
  if (refusal) throw refusal
}

async function check(folder: string, options: ApplyOptions, run: RunCommand<Parts>): Promise<void> {
  const declared = await readRoles(folder, options)
  const plan = await run(options, (parts) => planOf(parts, declared, options))
  print(jsonOf(plan, false), options.json, [...planLines(plan), ...planSummary(plan, declared.length)])
  if (plan.roles.length > 0) process.exitCode = EXIT_CODES.refused
}

async function apply(folder: string, options: ApplyOptions, run: RunCommand<Parts>): Promise<void> {
  const declared = await readRoles(folder, options)
  const isInteractive = process.stdin.isTTY && !options.json
  if (!options.yes && !isInteractive) {
    throw new UsageError(
      'there is no terminal to confirm the plan: add --yes to apply it, or --check to see it',
      'castellan apply',
    )
  }
  await run(options, async (parts) => {
    const plan = await planOf(parts, declared, options)
    if (!options.json) print(plan, false, [...planLines(plan), ...planSummary(plan, declared.length)])
    if (plan.roles.length === 0) {
      if (options.json) print(jsonOf(plan, false), true, [])
      return
    }
    assertNotInUse(plan)
    parts.noteChange()
    if (!options.yes && !(await confirm('Apply this plan?'))) throw new NotApplied('nothing was done')
    const applied = await parts.declaredRoleAdministration
      .apply(parts.operator, declared, { prune: options.prune === true, seen: plan })
      .catch(describeConflict)
    print(jsonOf(applied, true), options.json, ['applied'])
  })
}

async function readRoles(folder: string, options: ApplyOptions): Promise<DeclaredRole[]> {
  const { readRoleFiles } = await import('./role-files.ts')
  return reportFileProblems(() => readRoleFiles(folder), options)
}

async function planOf(
  parts: Parts,
  declared: readonly DeclaredRole[],
  options: ApplyOptions,
): Promise<RolePlan> {
  const { planRoles } = await import('./role-plan.ts')
  return planRoles(declared, await parts.storedRoles(), { prune: options.prune === true })
}

/** A role that users have cannot be deleted. */
function assertNotInUse({ roles }: RolePlan): void {
  const inUse = roles.find(({ action, users }) => action === 'delete' && users > 0)
  if (inUse !== undefined) throw new Refusal('role-in-use', { key: inUse.roleKey })
}

function describeConflict(error: unknown): never {
  if (error instanceof Refusal && error.reason === 'changed-meanwhile')
    throw new NotApplied(
      'someone has changed roles or rules since the plan was made: nothing was done; run it again',
    )
  throw error
}

function jsonOf(plan: RolePlan & { readonly version?: number }, isApplied: boolean) {
  const { roles, unmanaged, version } = plan
  return { isApplied, totals: totalsOf(plan), roles, unmanaged, version }
}
