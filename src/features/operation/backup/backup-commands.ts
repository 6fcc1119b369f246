import { existsSync } from 'node:fs'
import { lstat, mkdir, readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import {
  type CommonOptions,
  wholeNumber,
  withCommonOptions,
} from '../../../platform/cli/context/command-options.ts'
import type { RunCommand } from '../../../platform/cli/context/command-runner.ts'
import { print } from '../../../platform/cli/output/output.ts'
import { UsageError } from '../../../platform/cli/output/usage-error.ts'
import { readSqliteHeader } from '../../../platform/database/sqlite/sqlite-header.ts'

interface Parts {
  readonly backUp: (file: string) => Promise<void>
}

interface RestoreParts {
  readonly restore: (file: string) => Promise<void>
}

/** A backup can also be restored where there is no database yet. */
export function addBackupCommands(
  program: Command,
  run: RunCommand<Parts>,
  runWithAnyDatabase: RunCommand<RestoreParts>,
): void {
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
      if (existsSync(path)) throw new Error(`${path} exists already: choose another name or delete it`)
      if (keep !== undefined) await mkdir(resolve(file), { recursive: true, mode: 0o700 })
      await run(options, (parts) => parts.backUp(path))
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
      if (!existsSync(path)) throw new Error(`the file ${file} does not exist`)
      if (!options.yes)
        throw new Error('this replaces users, roles, policy and the login log: add --yes to go on')
      await runWithAnyDatabase(options, (parts) => parts.restore(path))
      print({ file: path }, options.json, [`restored ${path}; all users have to log in again`])
    })
}

/** The name of a backup with the time at which it was made: `castellan-20260131T041500Z.db`. */
const NAME = /^castellan-\d{8}T\d{6}Z\.db$/

/** Returns the name of a backup that is made now. */
function backupName(now: Date): string {
  return `castellan-${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.db`
}

/**
 * Deletes the oldest backups of a folder, so that `keep` backups remain, including the new one. Returns the paths of the deleted
 * files. Only files with the name and the content of a backup are deleted.
 */
async function deleteOlderBackups(folder: string, newName: string, keep: number): Promise<string[]> {
  const others = (await readdir(folder)).filter((name) => NAME.test(name) && name !== newName)
  const backups: string[] = []
  for (const name of others.sort().reverse()) {
    const path = join(folder, name)
    if (await isDatabase(path)) backups.push(path)
  }
  const older = backups.slice(keep - 1)
  for (const path of older) await rm(path)
  return older
}

async function isDatabase(path: string): Promise<boolean> {
  return (await lstat(path)).isFile() && readSqliteHeader(path) !== undefined
}
