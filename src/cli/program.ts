import { Command } from 'commander'
import { addApplyCommand } from './apply.ts'
import { addAuditLogCommands } from './audit-log.ts'
import { addBackupCommands } from './backup.ts'
import { addClusterCommand } from './cluster.ts'
import { addCodeCommands } from './code.ts'
import { addCompletionCommand } from './completion.ts'
import { addDoctorCommand } from './doctor.ts'
import { addEventCommands } from './events.ts'
import { addExportCommand } from './export.ts'
import { completeHelp, configureHelp, type HelpOutput, heading } from './help.ts'
import { addKeyCommands } from './key.ts'
import { addLdapCommands } from './ldap.ts'
import { addLoginLogCommands } from './login-log.ts'
import { addMigrateCommand } from './migrate.ts'
import { addPolicyCommands } from './policy.ts'
import { addReportCommand } from './report.ts'
import { addRoleCommands } from './role.ts'
import { addRoutesCommand } from './routes.ts'
import { addServeCommand } from './serve.ts'
import { addSessionCommands } from './session.ts'
import { addSettingsCommand } from './settings.ts'
import { addUserCommands } from './user.ts'
import { addVersionCommand } from './version.ts'

export const EXIT_CODE_TEXTS = [
  '0  done',
  '1  refused, not found or failed',
  '2  wrong usage or invalid settings',
] as const

const OTHER_COMMANDS = 'Other commands:'

const FIRST_STEP = `
${heading('First step:')}
  castellan serve
    Starts the service on http://127.0.0.1:8000 with an embedded database.
    The first start prints the password of the user "admin".

${heading('Exit codes:')}
${EXIT_CODE_TEXTS.map((text) => `  ${text}`).join('\n')}`

/** Creates the program with all commands. */
export function createProgram(version: string, help: HelpOutput): Command {
  const program = new Command('castellan')
    .description('Authentication and authorization for administration back ends.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .addHelpCommand(
      new Command('help')
        .argument('[command]')
        .description('print the help of a command')
        .helpGroup(OTHER_COMMANDS),
    )
    .addHelpText('after', FIRST_STEP)
  configureHelp(program, help)

  program.commandsGroup('Service:')
  addServeCommand(program, version)
  addSettingsCommand(program)
  addDoctorCommand(program, version)
  addMigrateCommand(program)
  addBackupCommands(program)
  addClusterCommand(program)
  addKeyCommands(program)
  program.commandsGroup('Administration:')
  addUserCommands(program)
  addRoleCommands(program)
  addPolicyCommands(program)
  addRoutesCommand(program)
  addApplyCommand(program)
  addExportCommand(program)
  addSessionCommands(program)
  addLdapCommands(program)
  addCodeCommands(program)
  addReportCommand(program)
  program.commandsGroup('Logs:')
  addLoginLogCommands(program)
  addAuditLogCommands(program)
  addEventCommands(program)
  program.commandsGroup(OTHER_COMMANDS)
  addVersionCommand(program, version)
  addCompletionCommand(program)
  completeHelp(program)
  return program
}
