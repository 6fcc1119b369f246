import type { Command } from 'commander'
import type { Destination } from '../../../authentication/message/destination.ts'
import type { Language } from '../../../foundation/refusal/refusal.ts'
import { type CommonOptions, languageOption, withCommonOptions } from '../../context/command-options.ts'
import type { RunCommand } from '../../context/command-runner.ts'
import { print } from '../../output/output.ts'

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
