import { HelpShown, standardHelpOutput } from '../../platform/cli/help/help.ts'
import { reportFailure } from '../../platform/cli/output/report-failure.ts'
import { UsageError } from '../../platform/cli/output/usage-error.ts'
import { readVersion } from '../../platform/runtime/package-files.ts'
import { createProgram } from './program.ts'

/** Runs the command of the command line. */
export async function runProgram(): Promise<void> {
  try {
    await createProgram(readVersion(), standardHelpOutput()).parseAsync()
  } catch (error) {
    if (!(error instanceof HelpShown)) {
      reportFailure(await withSettingAdvice(error), process.argv.includes('--json'))
    }
    // An open channel to the parent process would keep this process running.
    if (process.connected) process.disconnect()
  }
}

/** Adds how to write a setting, if the command line contains one that is written in another way. */
async function withSettingAdvice(error: unknown): Promise<unknown> {
  if (!(error instanceof UsageError)) return error
  const option = /^unknown option '--([\w.-]+)/.exec(error.message)?.[1]
  if (option === undefined && !error.message.startsWith('too many arguments')) return error
  // Imported here: help and version start faster without the settings.
  const { settingOfOption, settingWithoutValue } = await import(
    '../../core/settings/environment-and-flags.ts'
  )
  const key = option === undefined ? settingWithoutValue(process.argv) : settingOfOption(option)
  if (key === undefined) return error
  const problem = option === undefined ? `${key} has no value` : `unknown option '--${option}'`
  return new UsageError(`${problem}: write --set ${key}=…`, error.command)
}
