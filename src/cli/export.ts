import type { Command } from 'commander'
import { counted } from '../counted.ts'
import { type CommonOptions, withCommonOptions } from './command-options.ts'
import { addNote } from './help.ts'
import { print } from './output.ts'
import { visible } from './visible.ts'
import { withCommandContext } from './with-command-context.ts'

export function addExportCommand(program: Command): void {
  const command = withCommonOptions(program.command('export <folder>'))
    .description(
      'write all roles except admin with their rules to YAML files, one per role, for "castellan apply"',
    )
    .action(async (folder: string, options: CommonOptions) => {
      const [{ writeRoleFiles }, stored] = await Promise.all([
        import('../policy-files/write-role-files.ts'),
        withCommandContext(options, (context) => context.storedRoles()),
      ])
      const { files, ignoredRules } = writeRoleFiles(folder, stored)
      for (const { roleKey, method, path } of ignoredRules)
        console.error(
          visible(
            `warning: not written, because it is not valid and allows nothing: ${roleKey} ${method} ${path}`,
          ),
        )
      print({ files }, options.json, [`wrote ${counted(files.length, 'file')} to ${folder}`])
    })
  addNote(command, 'The folder must not contain YAML files yet.')
}
