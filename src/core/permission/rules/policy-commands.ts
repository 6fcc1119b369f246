import type { Command } from 'commander'
import { type CommonOptions, withCommonOptions } from '../../../platform/cli/context/command-options.ts'
import type { RunCommand } from '../../../platform/cli/context/command-runner.ts'
import {
  type ListOptions,
  orderOf,
  pageOf,
  printPage,
  withListOptions,
} from '../../../platform/cli/context/list-options.ts'
import { assertArgumentOrder } from '../../../platform/cli/help/argument-order.ts'
import { print } from '../../../platform/cli/output/output.ts'
import { UsageError } from '../../../platform/cli/output/usage-error.ts'
import { counted } from '../../../platform/text/counted.ts'
import type { Operator } from '../../audit-log/operator.ts'
import type { PolicyStore } from '../policy.store.ts'
import { POLICY_ORDERS, type PolicyOrder, type PolicyRule } from '../policy-rule.ts'
import type { PolicyAdministration } from './policy.ts'
import { readPolicyFile } from './policy-file.ts'

interface PolicyListOptions extends ListOptions<PolicyOrder['by']> {
  readonly role?: string
  readonly path?: string
  readonly method?: string
}

interface Parts {
  readonly policyStore: PolicyStore
  readonly policyAdministration: PolicyAdministration
  readonly operator: Operator
}

export function addPolicyCommands(program: Command, run: RunCommand<Parts>): Command {
  const policy = program
    .command('policy')
    .description('manage policy rules: which role may call which path with which method')
  addAdd(policy, run)
  addRemove(policy, run)
  addList(policy, run)
  addImport(policy, run)
  addExport(policy, run)
  return policy
}

function addAdd(policy: Command, run: RunCommand<Parts>): void {
  withCommonOptions(policy.command('add <role> <method> <path>'))
    .description(
      'allow a role to call a path; /a/:id matches one segment, /a/* everything below; method GET, POST, … or "*"',
    )
    .action(async (roleKey: string, method: string, path: string, options: CommonOptions) => {
      const rule = { roleKey, path, method }
      assertArgumentOrder('castellan policy add', { role: roleKey, method, path })
      const { added, version } = await run(options, ({ policyAdministration, operator }) =>
        policyAdministration.add(operator, [rule]),
      )
      print({ added, rule, version }, options.json, [
        added === 0 ? 'the rule exists already' : `role ${roleKey} may call ${method} ${path}`,
      ])
    })
}

function addRemove(policy: Command, run: RunCommand<Parts>): void {
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
        const { removed, version } = await run(options, ({ policyAdministration, operator }) =>
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
    assertArgumentOrder('castellan policy remove', { role: roleKey, method, path })
    return [{ roleKey, method, path }]
  }
  throw new UsageError('give a role, a method and a path, or --file', 'castellan policy remove')
}

function addList(policy: Command, run: RunCommand<Parts>): void {
  withListOptions(policy.command('list'), { sort: POLICY_ORDERS })
    .description('list the rules, sorted by role, path and method')
    .option('--role <key>', 'only rules of this role')
    .option('--path <text>', 'only paths that contain this text')
    .option('--method <method>', 'only rules of this method')
    .action(async (options: PolicyListOptions) => {
      const { role: roleKey, path, method } = options
      const page = await run(options, ({ policyStore }) =>
        policyStore.page({ roleKey, path, method }, pageOf(options), orderOf(options, 'roleKey')),
      )
      printPage(options, page, page.list, { roleKey: 'ROLE', method: 'METHOD', path: 'PATH' })
    })
}

function addExport(policy: Command, run: RunCommand<Parts>): void {
  withCommonOptions(policy.command('export'))
    .description('write all rules to standard output as Casbin CSV (p, role, path, method)')
    .action(async (options: CommonOptions) => {
      const { formatCasbinCsv } = await import('./casbin-csv.ts')
      const rules = await run(options, ({ policyStore }) => policyStore.all())
      process.stdout.write(formatCasbinCsv(rules))
    })
}

function addImport(policy: Command, run: RunCommand<Parts>): void {
  withCommonOptions(policy.command('import <file>'))
    .description(
      'add the rules of a Casbin CSV file (p, role, path, method), or of standard input ("-"): all or none',
    )
    .action(async (file: string, options: CommonOptions) => {
      const rules = await readPolicyFile(file)
      const { added, version } = await run(options, ({ policyAdministration, operator }) =>
        policyAdministration.add(operator, rules),
      )
      print({ added, read: rules.length, version }, options.json, [
        `${counted(added, 'rule')} added, ${rules.length - added} existed already`,
      ])
    })
}
