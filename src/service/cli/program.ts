import { Command } from 'commander'
import { addAuditLogCommands } from '../../core/audit-log/audit-log-commands.ts'
import type { RunWithRoutes } from '../../core/check/routes/known-routes.ts'
import { addRoutesCommand } from '../../core/check/routes/routes.ts'
import { addDataScopeCommands } from '../../core/data-scope/data-scope-commands.ts'
import { addDepartmentCommands } from '../../core/department/dept.ts'
import { addLoginLogCommands } from '../../core/login-log/login-log-commands.ts'
import { addPolicyCommands } from '../../core/permission/rules/policy-commands.ts'
import { addRoleCommands } from '../../core/role/role-commands.ts'
import { addSessionCommands } from '../../core/session/session-commands.ts'
import { addSettingsCommand } from '../../core/settings/settings-commands.ts'
import { addKeyCommands } from '../../core/token/keys/key.ts'
import { addUserCommands } from '../../core/user/user-commands.ts'
import { addAccessRequestCommands } from '../../features/approval/access-requests/access-request-commands.ts'
import { addConfirmationCommands } from '../../features/approval/four-eyes/confirmation-commands.ts'
import { addSuspensionCommands } from '../../features/approval/four-eyes/user-suspension-commands.ts'
import { addLdapCommands } from '../../features/login/ldap/ldap.ts'
import { addLoginMethodCommands } from '../../features/login/methods-of-users/user-login-methods.ts'
import { addCodeCommands } from '../../features/login/one-time-codes/code.ts'
import { addPasskeyCommands } from '../../features/login/passkeys/user-passkeys-commands.ts'
import { addInvite } from '../../features/login/password-links/user-invite-command.ts'
import { addRotateSecondFactor } from '../../features/login/second-factor/key-second-factor.ts'
import { addResetSecondFactor } from '../../features/login/second-factor/user-second-factor-command.ts'
import { addServiceAccountCommands } from '../../features/login/service-accounts/service-account.ts'
import { addEventCommands } from '../../features/monitoring/events/events-commands.ts'
import {
  addAuditLogVerification,
  addLoginLogVerification,
} from '../../features/monitoring/log-verification/verify-commands.ts'
import { addBackupCommands } from '../../features/operation/backup/backup-commands.ts'
import { addClusterCommand } from '../../features/operation/cluster-state/cluster-commands.ts'
import { addDoctorCommand } from '../../features/operation/doctor/doctor-commands.ts'
import { addShadowCommand } from '../../features/operation/shadow/shadow-commands.ts'
import { addImportCommands } from '../../features/operation/system-import/import-commands.ts'
import { addPolicyExplain } from '../../features/policy/explain/policy-explain.ts'
import { addPolicyRefusals } from '../../features/policy/explain/policy-refusals.ts'
import { addApplyCommand } from '../../features/policy/policy-files/apply.ts'
import { addExportCommand } from '../../features/policy/policy-files/export.ts'
import { addPolicyChange } from '../../features/policy/policy-files/policy-change.ts'
import { addPolicyTest } from '../../features/policy/policy-files/policy-test.ts'
import { addPolicyPreview } from '../../features/policy/preview/policy-preview-commands.ts'
import { addReportCommand } from '../../features/policy/reports/report.ts'
import { addUserExport } from '../../features/policy/user-import/user-export-commands.ts'
import { addUserImport } from '../../features/policy/user-import/user-import-commands.ts'
import { addCompletionCommand } from '../../platform/cli/completion/completion.ts'
import { completeHelp, configureHelp, type HelpOutput, heading } from '../../platform/cli/help/help.ts'
import { print } from '../../platform/cli/output/output.ts'
import { addMigrateCommand } from '../../platform/database/migrate-commands.ts'
import type { CommandContext } from './context.ts'
import { examplesOf } from './examples.ts'
import { addServeCommand } from './serve.ts'
import { withAnyDatabase, withCommandContext, withLogs } from './with-command-context.ts'

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
  addImportCommands(program, withCommandContext)
  addSessionCommands(program, withCommandContext)
  addLdapCommands(program, withCommandContext)
  addCodeCommands(program)
  addReportCommand(program, withCommandContext)
  addShadowCommand(program, withRoutes)
  addConfirmationCommands(program, withCommandContext)
  program.commandsGroup('Logs:')
  const loginLog = addLoginLogCommands(program, withCommandContext, withLogs)
  addLoginLogVerification(loginLog, withLogs)
  const auditLog = addAuditLogCommands(program, withLogs)
  addAuditLogVerification(auditLog, withLogs)
  addEventCommands(program, withCommandContext)
  program.commandsGroup(OTHER_COMMANDS)
  addVersionCommand(program, version)
  addCompletionCommand(program)
  completeHelp(program, examplesOf)
  return program
}

const withRoutes: RunWithRoutes<CommandContext> = {
  run: withCommandContext,
  async routesOfSettings(settings, options) {
    // Imported here: help and version start faster without the service.
    const { routesOfSettings } = await import('./routes-of-settings.ts')
    return routesOfSettings(settings, options)
  },
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
