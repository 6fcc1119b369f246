import type { Command } from 'commander'
import type { SuspensionDecision } from '../../../administration/four-eyes/suspensions.ts'
import { type CommonOptions, withCommonOptions } from '../../context/command-options.ts'
import { withCommandContext } from '../../context/with-command-context.ts'
import { print } from '../../output/output.ts'

/** Adds the commands that decide about suspended administrators. To stop one, a command disables the user. */
export function addSuspensionCommands(user: Command): void {
  addDecision(user, 'restore', 'restore', 'enable a suspended administrator again', 'restored')
  addDecision(
    user,
    'keep-disabled',
    'keep',
    'end the suspension of an administrator, who stays disabled',
    'kept',
  )
}

function addDecision(
  user: Command,
  verb: string,
  decision: SuspensionDecision,
  description: string,
  done: string,
): void {
  withCommonOptions(user.command(`${verb} <name>`))
    .description(description)
    .action(async (username: string, options: CommonOptions) => {
      const decided = await withCommandContext(
        options,
        async ({ suspensionAdministration, operator, userIdOf }) =>
          suspensionAdministration.decide(operator, await userIdOf(username), decision),
      )
      const kept = decision === 'keep' ? ' disabled' : ''
      print(decided, options.json, [`${done} user ${decided.username}${kept}`])
    })
}
