import type { Command } from 'commander'
import type { PolicyAdministration, RuleChange } from '../../../administration/policy.ts'
import type { PolicyPreview } from '../../../administration/preview/policy-preview.ts'
import type { ProposedChange } from '../../../administration/preview/proposed-change.ts'
import type { KnownRoute } from '../../../authorization/guard/route-classes.ts'
import type { PolicyRule } from '../../../authorization/permission/policy-rule.ts'
import { counted } from '../../../foundation/text/counted.ts'
import type { Operator } from '../../../logs/audit-log/operator.ts'
import { type CommonOptions, withCommonOptions } from '../../context/command-options.ts'
import { confirm } from '../../context/prompt.ts'
import { addNote } from '../../help/help.ts'
import { print } from '../../output/output.ts'
import { UsageError } from '../../output/usage-error.ts'
import { listKnownRoutes, ROUTES_OPTION, type RunWithRoutes } from '../routes/known-routes.ts'
import { previewLines } from './policy-preview.ts'

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
