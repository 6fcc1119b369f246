#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { HelpShown, standardHelpOutput } from './help.ts'
import { createProgram } from './program.ts'
import { reportFailure } from './report-failure.ts'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

try {
  await createProgram(version, standardHelpOutput()).parseAsync()
} catch (error) {
  if (!(error instanceof HelpShown)) reportFailure(error, process.argv.includes('--json'))
  // An open channel to the parent process would keep this process running.
  if (process.connected) process.disconnect()
}
