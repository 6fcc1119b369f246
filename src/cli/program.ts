import { Command } from 'commander'
import { addAccessRequestCommands } from './commands/access-request.ts'
import { addBackupCommands } from './commands/backup.ts'
import { addClusterCommand } from './commands/cluster.ts'
import { addCodeCommands } from './commands/code.ts'
import { addCompletionCommand } from './commands/completion.ts'
import { addConfirmationCommands } from './commands/confirmation.ts'
import { addDataScopeCommands } from './commands/data-scope.ts'
import { addDepartmentCommands } from './commands/dept.ts'
import { addDoctorCommand } from './commands/doctor.ts'
import { addKeyCommands } from './commands/key/key.ts'
import { addLdapCommands } from './commands/ldap.ts'
import { addAuditLogCommands } from './commands/logs/audit-log.ts'
import { addEventCommands } from './commands/logs/events.ts'
import { addLoginLogCommands } from './commands/logs/login-log.ts'
import { addMigrateCommand } from './commands/migrate.ts'
import { addApplyCommand } from './commands/policy/apply.ts'
import { addExportCommand } from './commands/policy/export.ts'
import { addPolicyCommands } from './commands/policy/policy.ts'
import { addReportCommand } from './commands/report.ts'
import { addRoleCommands } from './commands/role.ts'
import { addRoutesCommand } from './commands/routes/routes.ts'
import { addServiceAccountCommands } from './commands/service-account.ts'
import { addSessionCommands } from './commands/session.ts'
import { addSettingsCommand } from './commands/settings.ts'
import { addUserCommands } from './commands/user/user.ts'
import { completeHelp, configureHelp, type HelpOutput, heading } from './help/help.ts'
import { print } from './output/output.ts'
import { addServeCommand } from './serve/serve.ts'

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
  addServiceAccountCommands(program)
  addAccessRequestCommands(program)
  addRoleCommands(program)
  addDepartmentCommands(program)
  addDataScopeCommands(program)
  addPolicyCommands(program)
  addRoutesCommand(program)
  addApplyCommand(program)
  addExportCommand(program)
  addSessionCommands(program)
  addLdapCommands(program)
  addCodeCommands(program)
  addReportCommand(program)
  addConfirmationCommands(program)
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

function addVersionCommand(program: Command, version: string): void {
  program
    .command('version')
    .description('print the version of this program and of Node.js')
    .option('--json', 'print the result as JSON')
    .action((options: { json?: true }) => {
      const { version: node, platform, arch } = process
      print({ version, node, platform, arch }, options.json, [
        `castellan ${version} (Node.js ${node}, ${platform} ${arch})`,
      ])
    })
}
