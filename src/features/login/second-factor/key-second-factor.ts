import type { Command } from 'commander'
import type { Operator } from '../../../core/audit-log/operator.ts'
import type { Operations } from '../../../core/operations/operations.ts'
import { loadSettingsOf } from '../../../core/settings/command-settings.ts'
import { type CommonOptions, withCommonOptions } from '../../../platform/cli/context/command-options.ts'
import type { RunCommand } from '../../../platform/cli/context/command-runner.ts'
import { addNote } from '../../../platform/cli/help/help.ts'
import { print } from '../../../platform/cli/output/output.ts'
import { createProgress } from '../../../platform/cli/output/progress.ts'
import { EXIT_CODES } from '../../../platform/cli/output/report-failure.ts'
import { visible } from '../../../platform/cli/output/visible.ts'
import { counted } from '../../../platform/text/counted.ts'

const MAX_NAMES = 100

interface Parts {
  readonly operations: Operations
  readonly operator: Operator
}

export function addRotateSecondFactor(key: Command, run: RunCommand<Parts>): void {
  const command = withCommonOptions(key.command('rotate-second-factor'))
  addNote(
    command,
    'First set the new key as login.secondFactor.encryptionKey and the old one as login.secondFactor.acceptedEncryptionKey, and restart all nodes. A node that has only the old key cannot verify codes any more.',
  )
  addNote(command, 'An interrupted run can be repeated. If a secret is left, the exit code is 1.')
  command
    .description('encrypt the secrets of second factors with login.secondFactor.encryptionKey')
    .action(async (options: CommonOptions) => {
      let progress: ReturnType<typeof createProgress> | undefined
      const [{ rotateSecondFactorKey }, cipher] = await Promise.all([
        import('./second-factor-key.ts'),
        cipherOf(options),
      ])
      const rotated = await run(options, (parts) =>
        rotateSecondFactorKey(parts.operations, parts.operator, {
          cipher,
          onProgress(done, total) {
            progress ??= createProgress('encrypting', total)
            progress.update(done)
          },
        }),
      )
      progress?.end()
      const { encrypted, left, unreadable } = rotated
      print(rotated, options.json, [
        `encrypted ${counted(encrypted, 'second factor')} with the key ${rotated.key}, ${left} left`,
        ...linesOf(unreadable),
        ...(left > unreadable.length ? ['second factors were set up meanwhile: run the command again'] : []),
      ])
      if (left > 0) process.exitCode = EXIT_CODES.refused
    })
}

function linesOf(unreadable: readonly string[]): string[] {
  if (unreadable.length === 0) return []
  const others = unreadable.length - MAX_NAMES
  return [
    `${counted(unreadable.length, 'second factor')} cannot be decrypted with the keys of the settings:`,
    ...unreadable.slice(0, MAX_NAMES).map((username) => `  ${visible(username)}`),
    ...(others > 0 ? [`  … and ${others} more`] : []),
    'set their key as login.secondFactor.acceptedEncryptionKey and run the command again, or reset them: castellan user reset-second-factor NAME',
  ]
}

async function cipherOf(options: CommonOptions) {
  // Loaded here: the other commands start faster without it.
  const [{ createEncryptionKey }, { behaviourOf }] = await Promise.all([
    import('./encryption-key.ts'),
    import('../../../core/settings/mode.ts'),
  ])
  const { settings } = await loadSettingsOf(options)
  const { encryptionKey, acceptedEncryptionKey } = settings.login.secondFactor
  return createEncryptionKey({
    configured: encryptionKey,
    accepted: acceptedEncryptionKey,
    dataDir: settings.application.dataDir,
    strongRequired: behaviourOf(settings).strongSecretRequired,
  }).existing()
}
