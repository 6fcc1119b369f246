#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { addAuditLogCommands } from './audit-log.ts'
import { addBackupCommands } from './backup.ts'
import { addClusterCommand } from './cluster.ts'
import { addKeyCommands } from './key.ts'
import { addLoginLogCommands } from './login-log.ts'
import { addMigrateCommand } from './migrate.ts'
import { addPolicyCommands } from './policy.ts'
import { reportFailure } from './report-failure.ts'
import { addRoleCommands } from './role.ts'
import { addServeCommand } from './serve.ts'
import { addSessionCommands } from './session.ts'
import { addSettingsCommand } from './settings.ts'
import { addUserCommands } from './user.ts'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

const program = new Command('castellan')
  .description('Authentication and authorization for administration back ends.')
  .version(version)
  .showHelpAfterError('(add --help for the options)')
  .configureHelp({ showGlobalOptions: true })

addServeCommand(program, version)
addSettingsCommand(program)
addMigrateCommand(program)
addBackupCommands(program)
addClusterCommand(program)
addUserCommands(program)
addRoleCommands(program)
addPolicyCommands(program)
addSessionCommands(program)
addLoginLogCommands(program)
addAuditLogCommands(program)
addKeyCommands(program)

try {
  await program.parseAsync()
} catch (error) {
  reportFailure(error, process.argv.includes('--json'))
  // An open channel to the parent process would keep this process running.
  if (process.connected) process.disconnect()
}
