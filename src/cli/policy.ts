import { createReadStream } from 'node:fs'
import type { Command } from 'commander'
import { formatCasbinCsv, parseCasbinCsv } from '../permission/casbin-csv.ts'
import type { PolicyRule } from '../permission/policy-rule.ts'
import { Refusal } from '../refusal.ts'
import { type CommonOptions, wholeNumber, withCommonOptions } from './command-options.ts'
import { withCommandContext } from './context.ts'
import { more, print, tableOf, visible } from './output.ts'
import { addPolicyExplain } from './policy-explain.ts'

/** Rules of one file, which are added or removed in one transaction. */
const MAX_RULES = 1_000_000

interface ListOptions extends CommonOptions {
  readonly role?: string
  readonly path?: string
  readonly method?: string
  readonly limit: number
}

export function addPolicyCommands(program: Command): void {
  const policy = program
    .command('policy')
    .description('manage policy rules: which role may call which path with which method')
  addAdd(policy)
  addRemove(policy)
  addList(policy)
  addImport(policy)
  addExport(policy)
  addPolicyExplain(policy)
}

function addAdd(policy: Command): void {
  withCommonOptions(policy.command('add <role> <method> <path>'))
    .description(
      'allow a role to call a path; /a/:id matches one segment, /a/* everything below; method GET, POST, … or "*"',
    )
    .action(async (roleKey: string, method: string, path: string, options: CommonOptions) => {
      const rule = { roleKey, path, method }
      const { added, version } = await withCommandContext(options, ({ policyAdministration }) =>
        policyAdministration.add([rule]),
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
        const { removed, version } = await withCommandContext(options, ({ policyAdministration }) =>
          policyAdministration.remove(rules),
        )
        print({ removed, rules, version }, options.json, [`removed ${removed} rules`])
      },
    )
}

async function rulesToRemove(
  rule: { readonly [Part in keyof PolicyRule]: PolicyRule[Part] | undefined },
  file: string | undefined,
): Promise<readonly PolicyRule[]> {
  const { roleKey, method, path } = rule
  if (file !== undefined && roleKey === undefined) return readRules(file)
  if (file === undefined && roleKey !== undefined && method !== undefined && path !== undefined)
    return [{ roleKey, method, path }]
  throw new Refusal('invalid-parameters', { problem: 'give a role, a method and a path, or --file.' })
}

function addList(policy: Command): void {
  withCommonOptions(policy.command('list'))
    .description('list the rules')
    .option('--role <key>', 'only rules of this role')
    .option('--path <text>', 'only paths that contain this text')
    .option('--method <method>', 'only rules of this method')
    .option('--limit <n>', 'maximum number of rows', wholeNumber, 1000)
    .action(async (options: ListOptions) => {
      const { role: roleKey, path, method, limit } = options
      const { list, count } = await withCommandContext(options, ({ policy: store }) =>
        store.page({ roleKey, path, method }, { pageIndex: 1, pageSize: limit }),
      )
      print(list, options.json, tableOf(list, { roleKey: 'ROLE', method: 'METHOD', path: 'PATH' }))
      more(list.length, count)
    })
}

function addExport(policy: Command): void {
  withCommonOptions(policy.command('export'))
    .description('write all rules to standard output as Casbin CSV (p, role, path, method)')
    .action(async (options: CommonOptions) => {
      const rules = await withCommandContext(options, ({ policy: store }) => store.all())
      process.stdout.write(formatCasbinCsv(rules))
    })
}

function addImport(policy: Command): void {
  withCommonOptions(policy.command('import <file>'))
    .description(
      'add the rules of a Casbin CSV file (p, role, path, method), or of standard input ("-"): all or none',
    )
    .action(async (file: string, options: CommonOptions) => {
      const rules = await readRules(file)
      const { added, version } = await withCommandContext(options, ({ policyAdministration }) =>
        policyAdministration.add(rules),
      )
      print({ added, read: rules.length, version }, options.json, [
        `${added} rules added, ${rules.length - added} existed already`,
      ])
    })
}

/** The rules of a file, or a line for each that is not in our language. */
async function readRules(file: string): Promise<readonly PolicyRule[]> {
  const chunks: AsyncIterable<string> =
    file === '-' ? process.stdin.setEncoding('utf8') : createReadStream(file, 'utf8')
  const { rules, problems, problemCount } = await parseCasbinCsv(chunks, { maxRules: MAX_RULES })
  for (const { line, problem } of problems) console.error(visible(`line ${line}: ${problem}`))
  if (problemCount > problems.length) console.error(`… and ${problemCount - problems.length} more`)
  if (problemCount === 0) return rules
  throw new Error(`nothing was done: ${problemCount} bad of ${problemCount + rules.length} lines`)
}
