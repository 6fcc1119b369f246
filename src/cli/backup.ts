import { access } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { type CommonOptions, withCommonOptions } from './command-options.ts'
import { withCommandContext } from './context.ts'
import { print } from './output.ts'

export function addBackupCommands(program: Command): void {
  withCommonOptions(program.command('backup <file>'))
    .description('write the embedded database into a new file, also while the service runs')
    .action(async (file: string, options: CommonOptions) => {
      const path = resolve(file)
      if (await exists(path)) throw new Error(`${file} is there already: choose another name, or remove it`)
      await withCommandContext(options, (context) => context.backUp(path))
      print({ file: path }, options.json, [
        `wrote ${path}`,
        'It holds password hashes: keep it as safe as the data folder. jwt.secret and the keys are not in it.',
      ])
    })

  withCommonOptions(program.command('restore <file>'))
    .description('replace what the embedded database holds by a backup; everybody has to log in again')
    .option('--yes', 'do it without a question')
    .action(async (file: string, options: CommonOptions & { yes?: true }) => {
      const path = resolve(file)
      if (!(await exists(path))) throw new Error(`there is no file ${file}`)
      if (!options.yes)
        throw new Error('this replaces users, roles, policy and the login log: add --yes to go on')
      await withCommandContext(options, (context) => context.restore(path))
      print({ file: path }, options.json, [`restored ${path}; everybody has to log in again`])
    })
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
