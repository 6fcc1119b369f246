import type { Command } from 'commander'
import {
  type CommonOptions,
  wholeNumber,
  withCommonOptions,
} from '../../platform/cli/context/command-options.ts'
import type { RunCommand } from '../../platform/cli/context/command-runner.ts'
import { coloursFor } from '../../platform/cli/output/colour.ts'
import { print } from '../../platform/cli/output/output.ts'
import { UsageError } from '../../platform/cli/output/usage-error.ts'
import { visible } from '../../platform/cli/output/visible.ts'
import { rowLevelSecurity } from './row-level-security.ts'
import type { ScopeCheck, ScopeQuestion } from './scope-check.ts'
import { scopeLines } from './scope-lines.ts'

interface ExplainOptions extends CommonOptions {
  readonly user: string
  readonly department: number
  readonly owner?: string
}

interface Parts {
  readonly checkScope: (question: ScopeQuestion) => Promise<ScopeCheck>
}

export function addDataScopeCommands(program: Command, run: RunCommand<Parts>): void {
  const dataScope = program
    .command('data-scope')
    .description('explain which rows users see, and prepare tables for it')
  addExplain(dataScope, run)
  addRowLevelSecurity(dataScope)
}

function addExplain(dataScope: Command, run: RunCommand<Parts>): void {
  withCommonOptions(dataScope.command('explain'))
    .description('explain whether a user sees the rows of a department')
    .requiredOption('--user <name>', 'the user')
    .requiredOption('--department <id>', 'the department of the row', wholeNumber)
    .option('--owner <name>', 'the owner of the row, if it is the user')
    .action(async (options: ExplainOptions) => {
      const { user: username, department: deptId, owner } = options
      const check = await run(options, ({ checkScope }) => checkScope({ username, deptId, owner }))
      const [decision = '', ...notes] = scopeLines(check).map(visible)
      const { green, red } = coloursFor(process.stdout)
      print(check, options.json, [(check.allowed ? green : red)(decision), ...notes])
    })
}

interface RowLevelSecurityOptions {
  readonly department: string
  readonly owner: string
  readonly role?: string
}

function addRowLevelSecurity(dataScope: Command): void {
  dataScope
    .command('rls')
    .argument('<table>', 'the table, with its schema if necessary; names are case-sensitive')
    .description('print SQL with which PostgreSQL itself filters the rows of a table')
    .requiredOption('--department <column>', 'the column with the department of a row')
    .requiredOption('--owner <column>', 'the column with the user who owns a row')
    .option('--role <name>', 'the role of the app in the database; by default the table followed by _app')
    .action((table: string, { department, owner, role }: RowLevelSecurityOptions) => {
      const ofApp = role ?? `${table.slice(table.lastIndexOf('.') + 1)}_app`
      try {
        process.stdout.write(rowLevelSecurity({ table, department, owner, role: ofApp }))
      } catch (error) {
        if (error instanceof TypeError) throw new UsageError(error.message, 'castellan data-scope rls')
        throw error
      }
    })
}
