#!/usr/bin/env node
import { readVersion } from '../version.ts'
import { HelpShown, standardHelpOutput } from './help.ts'
import { createProgram } from './program.ts'
import { reportFailure } from './report-failure.ts'

try {
  await createProgram(readVersion(), standardHelpOutput()).parseAsync()
} catch (error) {
  if (!(error instanceof HelpShown)) reportFailure(error, process.argv.includes('--json'))
  // An open channel to the parent process would keep this process running.
  if (process.connected) process.disconnect()
}
