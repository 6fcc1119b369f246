import { access, mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { type CommonOptions, wholeNumber, withCommonOptions } from '../context/command-options.ts'
import { withCommandContext } from '../context/with-command-context.ts'
import { print } from '../output/output.ts'
import { UsageError } from '../output/usage-error.ts'
import { backupName, deleteOlderBackups } from './backup-retention.ts'

export function addBackupCommands(program: Command): void {
  withCommonOptions(program.command('backup <file>'))
    .description('back up the embedded database to a new file; the service may be running')
    .option(
      '--keep <n>',
      '<file> is a folder: write a file with the time in its name, and keep the newest n such files',
      wholeNumber,
    )
    .action(async (file: string, options: CommonOptions & { keep?: number }) => {
      const { keep } = options
      // Such as an unset variable of a script: the backup would be written to the current folder.
      if (file === '') throw new UsageError('<file> is empty', 'castellan backup')
      const name = keep === undefined ? '' : backupName(new Date())
      const path = resolve(file, name)
      if (await exists(path)) throw new Error(`${path} exists already: choose another name or delete it`)
      if (keep !== undefined) await mkdir(resolve(file), { recursive: true, mode: 0o700 })
      await withCommandContext(options, (context) => context.backUp(path))
      // Only now: the new backup has been verified.
      const deleted = keep === undefined ? [] : await deleteOlderBackups(resolve(file), name, keep)
      print({ file: path, deleted }, options.json, [
        `wrote ${path}`,
        ...deleted.map((older) => `deleted ${older}`),
        'The file contains password hashes: protect it like the data folder. It contains neither jwt.secret nor signing keys nor the key of second factors.',
      ])
    })

  withCommonOptions(program.command('restore <file>'))
    .description('restore the embedded database from a backup; all users have to log in again')
    .option('--yes', 'confirm the restore')
    .action(async (file: string, options: CommonOptions & { yes?: true }) => {
      const path = resolve(file)
      if (!(await exists(path))) throw new Error(`the file ${file} does not exist`)
      if (!options.yes)
        throw new Error('this replaces users, roles, policy and the login log: add --yes to go on')
      await withCommandContext(options, (context) => context.restore(path), { mustExist: false })
      print({ file: path }, options.json, [`restored ${path}; all users have to log in again`])
    })
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
