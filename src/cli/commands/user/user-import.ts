import type { Command } from 'commander'
import { USER_COLUMNS } from '../../../administration/import/user-csv-columns.ts'
import { counted } from '../../../foundation/text/counted.ts'
import { type CommonOptions, withCommonOptions } from '../../context/command-options.ts'
import { withCommandContext } from '../../context/with-command-context.ts'
import { addNote } from '../../help/help.ts'
import { print } from '../../output/output.ts'

export function addUserImport(user: Command): void {
  const command = withCommonOptions(user.command('import <file>'))
  addNote(
    command,
    `The first line names the columns: ${USER_COLUMNS.required.join(', ')}, and any of ${USER_COLUMNS.optional.join(', ')}. A passwordHash is argon2id ($argon2id$…) or bcrypt ($2a$, $2b$, $2y$). Hashes that take too much time or memory to verify are refused.`,
  )
  addNote(
    command,
    'The whole file is checked first: if a line is invalid, nothing is imported. An interrupted import can be repeated with the same file: existing users are not changed.',
  )
  command
    .description('import users with their password hashes from a CSV file, or from standard input ("-")')
    .action(async (file: string, options: CommonOptions) => {
      const [{ importUserFile }, { withInputFile }] = await Promise.all([
        import('./user-file.ts'),
        import('../../context/input-file.ts'),
      ])
      const summary = await withInputFile(file, (path) =>
        withCommandContext(options, (context) => importUserFile(context, path)),
      )
      print(summary, options.json, [
        `${counted(summary.added, 'user')} added, ${summary.known} existed already, in ${summary.seconds} s`,
      ])
    })
}
