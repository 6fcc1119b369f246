import { createWriteStream, existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import { stateOf } from '../../../core/user/command-words.ts'
import { type CommonOptions, withCommonOptions } from '../../../platform/cli/context/command-options.ts'
import type { RunCommand } from '../../../platform/cli/context/command-runner.ts'
import { addNote } from '../../../platform/cli/help/help.ts'
import { print } from '../../../platform/cli/output/output.ts'
import { createProgress } from '../../../platform/cli/output/progress.ts'
import { UsageError } from '../../../platform/cli/output/usage-error.ts'
import { counted } from '../../../platform/text/counted.ts'
import type { ExportedUser } from './user-export.store.ts'

interface Parts {
  readonly exportUsers: () => AsyncIterable<readonly ExportedUser[]>
}

export function addUserExport(user: Command, run: RunCommand<Parts>): void {
  const command = withCommonOptions(user.command('export <file>'))
    .description('write all users with their password hashes to a new JSON file, to move to another system')
    .action(async (file: string, options: CommonOptions) => {
      if (file === '') throw new UsageError('<file> is empty', 'castellan user export')
      if (existsSync(file)) throw new Error(`${file} exists already: choose another name or delete it`)
      const summary = await run(options, (parts) => writeUsers(parts.exportUsers(), file))
      print({ file, ...summary }, options.json, [
        `wrote ${counted(summary.users, 'user')} to ${file}, ${summary.withoutPassword} of them without a password`,
        'The file contains password hashes: only you can read it. Delete it when the other system has imported it.',
      ])
    })
  addNote(
    command,
    'Service accounts, second factors and passkeys are not exported: they work only with this service.',
  )
}

/** Writes a JSON array with one user per line. Only the user of the operating system can read the file. */
async function writeUsers(batches: AsyncIterable<readonly ExportedUser[]>, file: string) {
  const progress = createProgress('exporting users', undefined)
  const summary = { users: 0, withoutPassword: 0 }
  async function* lines(): AsyncGenerator<string> {
    yield '['
    for await (const users of batches) {
      for (const user of users) {
        yield `${summary.users === 0 ? '' : ','}\n${JSON.stringify({ ...user, status: stateOf(user.status) })}`
        summary.users += 1
        if (user.passwordHash === null) summary.withoutPassword += 1
      }
      progress.update(summary.users)
    }
    yield '\n]\n'
  }
  const output = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  try {
    await pipeline(Readable.from(lines()), output)
    return summary
  } catch (error) {
    // Not a file that somebody else has created in the meantime.
    if (output.bytesWritten > 0) await rm(file, { force: true })
    throw error
  } finally {
    progress.end()
  }
}
