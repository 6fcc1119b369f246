import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import { readCasbinCsv } from '../permission/casbin-csv.ts'
import { type CommonOptions, withCommonOptions } from './command-options.ts'
import { print, tableOf, visible } from './output.ts'
import { inWorkshop } from './workshop.ts'

export function addPolicyCommands(program: Command): void {
  const policy = program.command('policy').description('which role may call which path with which method')
  addAdd(policy)
  addRemove(policy)
  addList(policy)
  addImport(policy)
}

function addAdd(policy: Command): void {
  withCommonOptions(policy.command('add <role> <method> <path>'))
    .description(
      'let a role call a path: /a/:id for one segment, /a/* for all below; method GET, POST, … or "*"',
    )
    .action(async (roleKey: string, method: string, path: string, options: CommonOptions) => {
      const rule = { roleKey, path, method }
      const { added, version } = await inWorkshop(options, ({ policyAdministration }) =>
        policyAdministration.add([rule]),
      )
      print({ added, rule, version }, options.json, [
        added === 0 ? 'the rule was there already' : `role ${roleKey} may call ${method} ${path}`,
      ])
    })
}

function addRemove(policy: Command): void {
  withCommonOptions(policy.command('remove <role> <method> <path>'))
    .description('take a rule away')
    .action(async (roleKey: string, method: string, path: string, options: CommonOptions) => {
      const rule = { roleKey, path, method }
      const { removed, version } = await inWorkshop(options, ({ policyAdministration }) =>
        policyAdministration.remove([rule]),
      )
      print({ removed, rule, version }, options.json, [`removed ${roleKey} ${method} ${path}`])
    })
}

function addList(policy: Command): void {
  withCommonOptions(policy.command('list'))
    .description('list the rules')
    .option('--role <key>', 'only those of this role')
    .action(async (options: CommonOptions & { role?: string }) => {
      const rules = await inWorkshop(options, ({ policy: store }) =>
        options.role === undefined ? store.all() : store.ofRole(options.role),
      )
      print(rules, options.json, tableOf(rules, { roleKey: 'ROLE', method: 'METHOD', path: 'PATH' }))
    })
}

function addImport(policy: Command): void {
  withCommonOptions(policy.command('import <file>'))
    .description(
      'add the rules of a Casbin CSV file (p, role, path, method), or of standard input ("-"): all or none',
    )
    .action(async (file: string, options: CommonOptions) => {
      const { rules, problems } = readCasbinCsv(
        file === '-' ? await text(process.stdin) : await readFile(file, 'utf8'),
      )
      for (const { line, problem } of problems) console.error(visible(`line ${line}: ${problem}`))
      if (problems.length > 0)
        throw new Error(
          `nothing was imported: ${problems.length} bad of ${problems.length + rules.length} lines`,
        )
      const { added, version } = await inWorkshop(options, ({ policyAdministration }) =>
        policyAdministration.add(rules),
      )
      print({ added, read: rules.length, version }, options.json, [
        `${added} rules added, ${rules.length - added} were there already`,
      ])
    })
}
