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
import { addRotateSecondFactor } from './commands/key/key-second-factor.ts'
import { addLdapCommands } from './commands/ldap.ts'
import type { ReadDatabase } from './commands/ldap-check-and-sync.ts'
import { addAuditLogCommands } from './commands/logs/audit-log.ts'
import { addEventCommands } from './commands/logs/events.ts'
import { addAuditLogVerification, addLoginLogVerification } from './commands/logs/log-verification.ts'
import { addLoginLogCommands } from './commands/logs/login-log.ts'
import { addMigrateCommand } from './commands/migrate.ts'
import { addApplyCommand } from './commands/policy/apply.ts'
import { addExportCommand } from './commands/policy/export.ts'
import { addPolicyCommands } from './commands/policy/policy.ts'
import { addPolicyChange } from './commands/policy/policy-change.ts'
import { addPolicyExplain } from './commands/policy/policy-explain.ts'
import { addPolicyPreview } from './commands/policy/policy-preview.ts'
import { addPolicyRefusals } from './commands/policy/policy-refusals.ts'
import { addPolicyTest } from './commands/policy/policy-test.ts'
import { addReportCommand } from './commands/report.ts'
import { addRoleCommands } from './commands/role.ts'
import type { RunWithRoutes } from './commands/routes/known-routes.ts'
import { addRoutesCommand } from './commands/routes/routes.ts'
import { addServiceAccountCommands } from './commands/service-account.ts'
import { addSessionCommands } from './commands/session.ts'
import { addSettingsCommand } from './commands/settings.ts'
import { addUserCommands } from './commands/user/user.ts'
import { addUserExport } from './commands/user/user-export.ts'
import { addUserImport } from './commands/user/user-import.ts'
import { addInvite } from './commands/user/user-invite.ts'
import { addLoginMethodCommands } from './commands/user/user-login-methods.ts'
import { addPasskeyCommands } from './commands/user/user-passkeys.ts'
import { addResetSecondFactor } from './commands/user/user-second-factor.ts'
import { addSuspensionCommands } from './commands/user/user-suspension.ts'
import type { CommandContext } from './context/context.ts'
import { withAnyDatabase, withCommandContext, withLogs } from './context/with-command-context.ts'
import { examplesOf } from './help/examples.ts'
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
  addMigrateCommand(program, withAnyDatabase)
  addBackupCommands(program, withCommandContext, withAnyDatabase)
  addClusterCommand(program, withCommandContext)
  addKeyGroup(program)
  program.commandsGroup('Administration:')
  addUserGroup(program)
  addServiceAccountCommands(program, withCommandContext)
  addAccessRequestCommands(program, withCommandContext)
  addRoleCommands(program, withCommandContext)
  addDepartmentCommands(program, withCommandContext)
  addDataScopeCommands(program, withCommandContext)
  addPolicyGroup(program)
  addRoutesCommand(program, withRoutes)
  addApplyCommand(program, withCommandContext)
  addExportCommand(program, withCommandContext)
  addSessionCommands(program, withCommandContext)
  addLdapCommands(program, withCommandContext, readDatabase)
  addCodeCommands(program)
  addReportCommand(program, withCommandContext)
  addConfirmationCommands(program, withCommandContext)
  program.commandsGroup('Logs:')
  addLoginLogVerification(addLoginLogCommands(program, withCommandContext, withLogs), withLogs)
  addAuditLogVerification(addAuditLogCommands(program, withLogs), withLogs)
  addEventCommands(program, withCommandContext)
  program.commandsGroup(OTHER_COMMANDS)
  addVersionCommand(program, version)
  addCompletionCommand(program)
  completeHelp(program, examplesOf)
  return program
}

const withRoutes: RunWithRoutes<CommandContext> = {
  run: withCommandContext,
  async routesOfSettings(settings) {
    // Imported here: help and version start faster without the service.
    const { routesOfSettings } = await import('./commands/routes/routes-of-settings.ts')
    return routesOfSettings(settings)
  },
}

/** Runs the work with a database as it is: nothing is created, migrated or changed. */
const readDatabase: ReadDatabase = async (url, work) => {
  // Imported here: help and version start faster without the database.
  const doctor = await import('./doctor/database.ts')
  return doctor.readDatabase(url, work)
}

/** Adds a group of the core, then the commands of features in it. */
function addKeyGroup(program: Command): void {
  const key = addKeyCommands(program)
  addRotateSecondFactor(key, withCommandContext)
}

function addUserGroup(program: Command): void {
  const user = addUserCommands(program, withCommandContext)
  addInvite(user, withCommandContext)
  addSuspensionCommands(user, withCommandContext)
  addResetSecondFactor(user, withCommandContext)
  addPasskeyCommands(user, withCommandContext)
  addLoginMethodCommands(user, withCommandContext)
  addUserImport(user, withCommandContext)
  addUserExport(user, withCommandContext)
}

function addPolicyGroup(program: Command): void {
  const policy = addPolicyCommands(program, withCommandContext)
  addPolicyChange(policy, withRoutes)
  addPolicyExplain(policy, withRoutes)
  addPolicyRefusals(policy, withCommandContext)
  addPolicyPreview(policy, withRoutes)
  addPolicyTest(policy, withRoutes)
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
