import type { Command } from 'commander'
import type { StoredRoles } from '../../../administration/import/role-plan.ts'
import { counted } from '../../../foundation/text/counted.ts'
import { type CommonOptions, withCommonOptions } from '../../context/command-options.ts'
import type { RunCommand } from '../../context/command-runner.ts'
import { addNote } from '../../help/help.ts'
import { print } from '../../output/output.ts'
import { visible } from '../../output/visible.ts'

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
        import('../../../authorization/policy-files/write-role-files.ts'),
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
