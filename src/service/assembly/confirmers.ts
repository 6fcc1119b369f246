import { problemOfConfirmers } from '../../administration/four-eyes/confirmers.ts'
import { SettingsError } from '../../settings/settings-error.ts'
import type { Core } from './core.ts'

/** Throws if changes need a second administrator and there are not two, so that nobody could confirm anything. */
export async function refuseTooFewConfirmers({ settings, storage }: Core): Promise<void> {
  const { operations } = settings.administration.fourEyes
  if (operations.length === 0) return
  const problem = problemOfConfirmers((await storage.users.enabledAdminIds()).length)
  if (problem) throw new SettingsError(`${problem.found}. Fix: ${problem.fix}`)
}
