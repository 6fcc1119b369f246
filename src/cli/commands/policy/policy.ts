import type { Command } from 'commander'
import {
  POLICY_ORDERS,
  type PolicyOrder,
  type PolicyRule,
} from '../../../authorization/permission/policy-rule.ts'
import { counted } from '../../../foundation/text/counted.ts'
import { type CommonOptions, withCommonOptions } from '../../context/command-options.ts'
import { type ListOptions, orderOf, pageOf, printPage, withListOptions } from '../../context/list-options.ts'
import { withCommandContext } from '../../context/with-command-context.ts'
import { refuseWrongOrder } from '../../help/argument-order.ts'
import { print } from '../../output/output.ts'
import { UsageError } from '../../output/usage-error.ts'
import { addPolicyChange } from './policy-change.ts'
import { addPolicyExplain } from './policy-explain.ts'
import { readPolicyFile } from './policy-file.ts'
import { addPolicyPreview } from './policy-preview.ts'
import { addPolicyRefusals } from './policy-refusals.ts'
import { addPolicyTest } from './policy-test.ts'

interface PolicyListOptions extends ListOptions<PolicyOrder['by']> {
  readonly role?: string
  readonly path?: string
  readonly method?: string
}

export function addPolicyCommands(program: Command): void {
  const policy = program
    .command('policy')
    .description('manage policy rules: which role may call which path with which method')
  addAdd(policy)
  addRemove(policy)
  addPolicyChange(policy)
  addList(policy)
  addImport(policy)
  addExport(policy)
  addPolicyExplain(policy)
  addPolicyRefusals(policy)
  addPolicyPreview(policy)
  addPolicyTest(policy)
}

function addAdd(policy: Command): void {
  withCommonOptions(policy.command('add <role> <method> <path>'))
    .description(
      'allow a role to call a path; /a/:id matches one segment, /a/* everything below; method GET, POST, … or "*"',
    )
    .action(async (roleKey: string, method: string, path: string, options: CommonOptions) => {
      const rule = { roleKey, path, method }
      refuseWrongOrder('castellan policy add', { role: roleKey, method, path })
      const { added, version } = await withCommandContext(options, ({ policyAdministration, operator }) =>
        policyAdministration.add(operator, [rule]),
      )
      print({ added, rule, version }, options.json, [
        added === 0 ? 'the rule exists already' : `role ${roleKey} may call ${method} ${path}`,
      ])
    })
}

function addRemove(policy: Command): void {
  withCommonOptions(policy.command('remove [role] [method] [path]'))
    .description('remove a rule, or the rules of a Casbin CSV file: all or none')
    .option('--file <file>', 'file with the rules; "-" reads standard input')
    .action(
      async (
        roleKey: string | undefined,
        method: string | undefined,
        path: string | undefined,
        options: CommonOptions & { file?: string },
      ) => {
        const rules = await rulesToRemove({ roleKey, method, path }, options.file)
        const { removed, version } = await withCommandContext(options, ({ policyAdministration, operator }) =>
          policyAdministration.remove(operator, rules),
        )
        print({ removed, rules, version }, options.json, [`removed ${counted(removed, 'rule')}`])
      },
    )
}

async function rulesToRemove(
  rule: { readonly [Part in keyof PolicyRule]: PolicyRule[Part] | undefined },
  file: string | undefined,
): Promise<readonly PolicyRule[]> {
  const { roleKey, method, path } = rule
  if (file !== undefined && roleKey === undefined) return readPolicyFile(file)
  if (file === undefined && roleKey !== undefined && method !== undefined && path !== undefined) {
    refuseWrongOrder('castellan policy remove', { role: roleKey, method, path })
    return [{ roleKey, method, path }]
  }
  throw new UsageError('give a role, a method and a path, or --file', 'castellan policy remove')
}

function addList(policy: Command): void {
  withListOptions(policy.command('list'), { sort: POLICY_ORDERS, limit: 1000 })
    .description('list the rules, sorted by role, path and method')
    .option('--role <key>', 'only rules of this role')
    .option('--path <text>', 'only paths that contain this text')
    .option('--method <method>', 'only rules of this method')
    .action(async (options: PolicyListOptions) => {
      const { role: roleKey, path, method } = options
      const page = await withCommandContext(options, ({ policyStore }) =>
        policyStore.page({ roleKey, path, method }, pageOf(options), orderOf(options, 'roleKey')),
      )
      printPage(options, page, page.list, { roleKey: 'ROLE', method: 'METHOD', path: 'PATH' })
    })
}

function addExport(policy: Command): void {
  withCommonOptions(policy.command('export'))
    .description('write all rules to standard output as Casbin CSV (p, role, path, method)')
    .action(async (options: CommonOptions) => {
      const { formatCasbinCsv } = await import('../../../authorization/permission/casbin-csv.ts')
      const rules = await withCommandContext(options, ({ policyStore }) => policyStore.all())
      process.stdout.write(formatCasbinCsv(rules))
    })
}

function addImport(policy: Command): void {
  withCommonOptions(policy.command('import <file>'))
    .description(
      'add the rules of a Casbin CSV file (p, role, path, method), or of standard input ("-"): all or none',
    )
    .action(async (file: string, options: CommonOptions) => {
      const rules = await readPolicyFile(file)
      const { added, version } = await withCommandContext(options, ({ policyAdministration, operator }) =>
        policyAdministration.add(operator, rules),
      )
      print({ added, read: rules.length, version }, options.json, [
        `${counted(added, 'rule')} added, ${rules.length - added} existed already`,
      ])
    })
}
