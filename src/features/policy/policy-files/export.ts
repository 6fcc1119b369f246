import type { Command } from 'commander'
import { type CommonOptions, withCommonOptions } from '../../../platform/cli/context/command-options.ts'
import type { RunCommand } from '../../../platform/cli/context/command-runner.ts'
import { addNote } from '../../../platform/cli/help/help.ts'
import { print } from '../../../platform/cli/output/output.ts'
import { visible } from '../../../platform/cli/output/visible.ts'
import { counted } from '../../../platform/text/counted.ts'
import type { StoredRoles } from './role-plan.ts'

interface Parts {
  readonly storedRoles: () => Promise<StoredRoles>
}

export function addExportCommand(program: Command, run: RunCommand<Parts>): void {
  const command = withCommonOptions(program.command('export <folder>'))
    .description(
      'write all roles except admin with their rules to YAML files, one per role, for "castellan apply"',
    )
    .action(async (folder: string, options: CommonOptions) => {
      const [{ writeRoleFiles }, stored] = await Promise.all([
        import('./write-role-files.ts'),
        run(options, (parts) => parts.storedRoles()),
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
