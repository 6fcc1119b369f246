import type { Command } from 'commander'
import { loadCommandSettings } from '../../../core/settings/command-settings.ts'
import {
  type CommonOptions,
  languageOption,
  withCommonOptions,
} from '../../../platform/cli/context/command-options.ts'
import { print } from '../../../platform/cli/output/output.ts'
import { UsageError } from '../../../platform/cli/output/usage-error.ts'
import { visible } from '../../../platform/cli/output/visible.ts'
import type { Language } from '../../../platform/refusal/refusal.ts'
import { MINUTE_IN_MS } from '../../../platform/runtime/time-units.ts'

const COMMAND = 'castellan code test'
const TIMEOUT_MS = MINUTE_IN_MS
/** Not a code of a login: the message only shows what users get. */
const SAMPLE_CODE = '1234567890'

export function addCodeCommands(program: Command): void {
  const code = program.command('code').description('test the sending of one-time codes')
  // Needs no database and not the login method itself, so that the sender can be tested before codes are enabled.
  withCommonOptions(code.command('test <address>'))
    .description('send a message with a sample code to an e-mail address or phone number')
    .addOption(languageOption())
    .action(async (address: string, options: CommonOptions & { language: Language }) => {
      const [{ createConfiguredSender }, { createCodeMessage }, { CodeNotSent }] = await Promise.all([
        import('../messages/configured-sender.ts'),
        import('./code-message.ts'),
        import('../messages/message-sender.ts'),
      ])
      const { application, login } = (await loadCommandSettings(options)).settings
      const { name } = application
      const destination = await destinationOf(address, login.code.channels)
      const sender = await createConfiguredSender({ code: login.code, name, now: Date.now })
      const message = createCodeMessage({
        destination,
        code: SAMPLE_CODE.slice(0, login.code.digits),
        lifetimeSeconds: login.code.lifetimeSeconds,
        language: options.language,
        texts: login.code.texts[options.language],
        name,
      })
      const failure = await sender
        .send(message, AbortSignal.timeout(TIMEOUT_MS))
        .then(() => undefined)
        .catch((error: unknown) => {
          if (error instanceof CodeNotSent) return error
          throw error
        })
        .finally(() => sender.close?.())
      const { channel, to } = destination
      const response = failure?.response ?? ''
      const lines = failure
        ? [
            `not sent to ${to}: ${visible(failure.message)}`,
            ...(response === '' ? [] : [`  ${visible(response)}`]),
          ]
        : [`sent to ${to} (${channel}): ${message.text}`]
      const result = { sent: failure === undefined, channel, to, reason: failure?.message ?? null, response }
      print(result, options.json, lines)
      if (failure) process.exitCode = 1
    })
}

async function destinationOf(address: string, channels: readonly string[]) {
  const [{ phoneOf }, { emailOf }] = await Promise.all([
    import('../messages/destination.ts'),
    import('../../../platform/text/email-address.ts'),
  ])
  const channel = address.includes('@') ? ('email' as const) : ('sms' as const)
  const to = channel === 'email' ? emailOf(address) : phoneOf(address)
  if (to === undefined) {
    throw new UsageError('the address is neither an e-mail address nor a phone number', COMMAND)
  }
  if (!channels.includes(channel)) {
    throw new UsageError(`login.code.channels does not contain ${channel}, which this address needs`, COMMAND)
  }
  return { channel, to }
}
