import type { Command } from 'commander'
import {
  type CommonOptions,
  languageOption,
  withCommonOptions,
} from '../../../platform/cli/context/command-options.ts'
import type { RunCommand } from '../../../platform/cli/context/command-runner.ts'
import { print } from '../../../platform/cli/output/output.ts'
import type { Language } from '../../../platform/refusal/refusal.ts'
import type { Destination } from '../messages/destination.ts'

interface Parts {
  readonly userIdOf: (username: string) => Promise<number>
  /** Sends a user a link to set the password. */
  readonly invite: (userId: number, language: Language) => Promise<Destination>
}

export function addInvite(user: Command, run: RunCommand<Parts>): void {
  withCommonOptions(user.command('invite <name>'))
    .description('send a user a link to set the password; it is valid once')
    .addOption(languageOption())
    .action(async (username: string, options: CommonOptions & { language: Language }) => {
      const sent = await run(options, async ({ userIdOf, invite }) =>
        invite(await userIdOf(username), options.language),
      )
      print({ username, ...sent }, options.json, [`sent ${username} a link to ${sent.to} (${sent.channel})`])
    })
}
