import type { Command } from 'commander'
import type { Operator } from '../../../core/audit-log/operator.ts'
import {
  listKnownRoutes,
  ROUTES_OPTION,
  type RunWithRoutes,
} from '../../../core/check/routes/known-routes.ts'
import type { KnownRoute } from '../../../core/check/routes/route-classes.ts'
import type { PolicyRule } from '../../../core/permission/policy-rule.ts'
import type { PolicyAdministration, RuleChange } from '../../../core/permission/rules/policy.ts'
import { type CommonOptions, withCommonOptions } from '../../../platform/cli/context/command-options.ts'
import { confirm } from '../../../platform/cli/context/prompt.ts'
import { addNote } from '../../../platform/cli/help/help.ts'
import { print } from '../../../platform/cli/output/output.ts'
import { UsageError } from '../../../platform/cli/output/usage-error.ts'
import { counted } from '../../../platform/text/counted.ts'
import type { PolicyPreview } from '../preview/policy-preview.ts'
import { previewLines } from '../preview/policy-preview-commands.ts'
import type { ProposedChange } from '../preview/proposed-change.ts'

interface ChangeOptions extends CommonOptions {
  readonly add?: readonly string[]
  readonly remove?: readonly string[]
  readonly check?: true
  readonly yes?: true
  readonly routes?: string
}

const COMMAND = 'castellan policy change'

interface Parts {
  readonly policyAdministration: PolicyAdministration
  readonly previewPolicy: (change: ProposedChange, routes: readonly KnownRoute[]) => Promise<PolicyPreview>
  readonly operator: Operator
  readonly noteChange: () => void
}

export function addPolicyChange(policy: Command, { run, routesOfSettings }: RunWithRoutes<Parts>): void {
  const command = withCommonOptions(policy.command('change'))
    .description('add and remove rules in one change, after showing who gains and who loses which calls')
    .option('--add <rule...>', 'rule to add: "role method path" as one argument; can be repeated')
    .option('--remove <rule...>', 'rule to remove, in the same form; it must exist')
    .option('--check', 'only show the effect, without making the change')
    .option('--yes', 'do not show the effect and do not ask for confirmation')
    .option(...ROUTES_OPTION)
    .action(async (options: ChangeOptions) => {
      const change = changeOf(options)
      const isInteractive = process.stdin.isTTY && !options.json
      if (!options.check && !options.yes && !isInteractive)
        throw new UsageError(
          'there is no terminal to confirm the change: add --yes to make it, or --check to see its effect',
          COMMAND,
        )
      if (options.yes && !options.check) {
        await run(options, (parts) => apply(parts, change, options))
        return
      }
      const routes = await listKnownRoutes(options, routesOfSettings)
      await run(options, async (parts) => {
        const preview = await parts.previewPolicy(change, routes)
        print(preview, options.json, previewLines(preview))
        if (options.check) return
        parts.noteChange()
        if (!(await confirm('Make this change?'))) throw new Error('nothing was done')
        await apply(parts, change, options)
      })
    })
  addNote(
    command,
    'All rules are added and removed in one transaction, with one entry in the audit log, or none of them. Rules to add that exist stay as they are.',
  )
}

async function apply(
  { policyAdministration, operator }: Parts,
  change: RuleChange,
  { json }: CommonOptions,
): Promise<void> {
  const { added, removed, version } = await policyAdministration.change(operator, change)
  print({ added, removed, version }, json, [
    `${counted(added.length, 'rule')} added, ${counted(removed.length, 'rule')} removed`,
  ])
}

function changeOf({ add = [], remove = [] }: ChangeOptions): RuleChange {
  if (add.length + remove.length === 0)
    throw new UsageError('give at least one rule with --add or --remove', COMMAND)
  return {
    add: add.map((text) => ruleOf('--add', text)),
    remove: remove.map((text) => ruleOf('--remove', text)),
  }
}

function ruleOf(option: string, text: string): PolicyRule {
  const [roleKey = '', method = '', path = '', ...others] = text.trim().split(/\s+/)
  if (path === '' || others.length > 0)
    throw new UsageError(`${option} "${text}" is not a rule: write ${option} "role method path"`, COMMAND)
  return { roleKey, method, path }
}
