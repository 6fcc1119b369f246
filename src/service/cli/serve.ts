import { availableParallelism } from 'node:os'
import { type Command, InvalidArgumentError } from 'commander'
import { withCommonOptions } from '../../platform/cli/context/command-options.ts'
import { addNote } from '../../platform/cli/help/help.ts'
import type { ServeOptions } from './run-service.ts'

const MAX_PROCESSES = 256

export function addServeCommand(program: Command, version: string): void {
  const command = withCommonOptions(program.command('serve'))
  addNote(
    command,
    'The first start creates the user "admin". Its password is taken from CASTELLAN_ADMIN_PASSWORD, or generated and printed once; outside dev mode, a generated password has to be changed at the first login.',
  )
  command
    .description('start the service')
    .option(
      '--processes <n>',
      'number of processes that share the port; "auto" starts one per core',
      parseProcessCount,
      1,
    )
    .action(async (options: ServeOptions) => {
      // Imported here because the other commands start faster without the log and the settings.
      const { serve } = await import('./run-service.ts')
      await serve(options, version)
    })
}

function parseProcessCount(text: string): number {
  const count = text === 'auto' ? availableParallelism() : Number(text)
  if (Number.isInteger(count) && count >= 1 && count <= MAX_PROCESSES) return count
  throw new InvalidArgumentError(
    `--processes must be a number from 1 to ${MAX_PROCESSES}, or "auto" for one process per core`,
  )
}
