import type { Command } from 'commander'
import { type CommonOptions, wholeNumber, withCommonOptions } from '../context/command-options.ts'
import { withCommandContext } from '../context/with-command-context.ts'
import { coloursFor } from '../output/colour.ts'
import { print } from '../output/output.ts'
import { scopeLines } from '../output/scope-lines.ts'
import { visible } from '../output/visible.ts'

interface ExplainOptions extends CommonOptions {
  readonly user: string
  readonly department: number
  readonly owner?: string
}

export function addDataScopeCommands(program: Command): void {
  const dataScope = program.command('data-scope').description('explain which rows users see')
  addExplain(dataScope)
}

function addExplain(dataScope: Command): void {
  withCommonOptions(dataScope.command('explain'))
    .description('explain whether a user sees the rows of a department')
    .requiredOption('--user <name>', 'the user')
    .requiredOption('--department <id>', 'the department of the row', wholeNumber)
    .option('--owner <name>', 'the owner of the row, if it is the user')
    .action(async (options: ExplainOptions) => {
      const { user: username, department: deptId, owner } = options
      const check = await withCommandContext(options, ({ checkScope }) =>
        checkScope({ username, deptId, owner }),
      )
      const [decision = '', ...notes] = scopeLines(check).map(visible)
      const { green, red } = coloursFor(process.stdout)
      print(check, options.json, [(check.allowed ? green : red)(decision), ...notes])
    })
}
