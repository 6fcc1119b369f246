import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import { type CommonOptions, withCommonOptions } from '../../../platform/cli/context/command-options.ts'
import type { RunCommand } from '../../../platform/cli/context/command-runner.ts'
import { addNote } from '../../../platform/cli/help/help.ts'
import { print } from '../../../platform/cli/output/output.ts'
import { counted } from '../../../platform/text/counted.ts'
import { USER_COLUMNS } from './user-csv-columns.ts'
import type { UserImportParts } from './user-file.ts'

export function addUserImport(user: Command, run: RunCommand<UserImportParts>): void {
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
      const { importUserFile } = await import('./user-file.ts')
      const summary = await withInputFile(file, (path) =>
        run(options, (parts) => importUserFile(parts, path)),
      )
      print(summary, options.json, [
        `${counted(summary.added, 'user')} added, ${summary.known} existed already, in ${summary.seconds} s`,
      ])
    })
}

/**
 * Runs the work with the path of a file that can be read several times. `-` is standard input, which is copied to a temporary
 * file that only this user can read.
 */
async function withInputFile<T>(file: string, work: (path: string) => Promise<T>): Promise<T> {
  if (file !== '-') return work(file)
  const folder = await mkdtemp(join(tmpdir(), 'castellan-input-'))
  try {
    const path = join(folder, 'input')
    await pipeline(process.stdin, createWriteStream(path, { mode: 0o600 }))
    return await work(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
