import type { Command } from 'commander'
import type { Operator } from '../../../core/audit-log/operator.ts'
import { type CommonOptions, withCommonOptions } from '../../../platform/cli/context/command-options.ts'
import type { RunCommand } from '../../../platform/cli/context/command-runner.ts'
import { print } from '../../../platform/cli/output/output.ts'
import type { SuspensionAdministration, SuspensionDecision } from './suspensions.ts'

interface Parts {
  readonly suspensionAdministration: SuspensionAdministration
  readonly operator: Operator
  readonly userIdOf: (username: string) => Promise<number>
}

/** Adds the commands that decide about suspended administrators. To stop one, a command disables the user. */
export function addSuspensionCommands(user: Command, run: RunCommand<Parts>): void {
  addDecision(user, run, 'restore', 'restore', 'enable a suspended administrator again', 'restored')
  addDecision(
    user,
    run,
    'keep-disabled',
    'keep',
    'end the suspension of an administrator, who stays disabled',
    'kept',
  )
}

function addDecision(
  user: Command,
  run: RunCommand<Parts>,
  verb: string,
  decision: SuspensionDecision,
  description: string,
  done: string,
): void {
  withCommonOptions(user.command(`${verb} <name>`))
    .description(description)
    .action(async (username: string, options: CommonOptions) => {
      const decided = await run(options, async ({ suspensionAdministration, operator, userIdOf }) =>
        suspensionAdministration.decide(operator, await userIdOf(username), decision),
      )
      const kept = decision === 'keep' ? ' disabled' : ''
      print(decided, options.json, [`${done} user ${decided.username}${kept}`])
    })
}
