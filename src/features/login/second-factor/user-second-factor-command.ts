import type { Command } from 'commander'
import type { Operator } from '../../../core/audit-log/operator.ts'
import { type CommonOptions, withCommonOptions } from '../../../platform/cli/context/command-options.ts'
import type { RunCommand } from '../../../platform/cli/context/command-runner.ts'
import { print } from '../../../platform/cli/output/output.ts'
import type { SecondFactorAdministration } from './second-factors.ts'

interface Parts {
  readonly secondFactorAdministration: SecondFactorAdministration
  readonly operator: Operator
  readonly userIdOf: (username: string) => Promise<number>
}

export function addResetSecondFactor(user: Command, run: RunCommand<Parts>): void {
  withCommonOptions(user.command('reset-second-factor <name>'))
    .description('remove the second factor of a user who has lost it; all tokens of the user are revoked')
    .action(async (username: string, options: CommonOptions) => {
      await run(options, async ({ secondFactorAdministration, operator, userIdOf }) =>
        secondFactorAdministration.reset(operator, await userIdOf(username)),
      )
      print({ username }, options.json, [`removed the second factor of user ${username}`])
    })
}
