import type { Command } from 'commander'
import { loadCommandSettings } from '../../../core/settings/command-settings.ts'
import { type CommonOptions, withCommonOptions } from '../../../platform/cli/context/command-options.ts'
import type { RunCommand } from '../../../platform/cli/context/command-runner.ts'
import { readPassword } from '../../../platform/cli/context/prompt.ts'
import { print } from '../../../platform/cli/output/output.ts'
import { tableOf } from '../../../platform/cli/output/table.ts'
import { visible } from '../../../platform/cli/output/visible.ts'
import { counted } from '../../../platform/text/counted.ts'
import type { SyncParts } from './ldap-check-and-sync.ts'
import type { LdapSettings } from './open-directory.ts'

interface Parts extends SyncParts {
  readonly settings: { readonly login: { readonly ldap: LdapSettings } }
}

export function addLdapCommands(program: Command, run: RunCommand<Parts>): void {
  const ldap = program.command('ldap').description('test and synchronize the LDAP directory')
  addTest(ldap)
  addSync(ldap, run)
}

function addTest(ldap: Command): void {
  withCommonOptions(ldap.command('test <name>'))
    .description('show step by step what the directory returns for a login with this name; changes nothing')
    .option('--password-stdin', 'also verify the password, read from standard input (one line)')
    .action(async (username: string, options: CommonOptions & { passwordStdin?: true }) => {
      const password = options.passwordStdin === true ? await readPassword(true) : undefined
      const { checkLogin } = await import('./ldap-check-and-sync.ts')
      const { settings } = await loadCommandSettings(options)
      const { ok, steps } = await checkLogin({ settings, username, password })
      const rows = steps.map(({ step, ok: isDone, detail }) => ({
        result: isDone ? 'ok' : 'failed',
        step,
        detail: visible(detail),
      }))
      print({ ok, steps }, options.json, tableOf(rows, { result: 'RESULT', step: 'STEP', detail: 'DETAIL' }))
      if (!ok) process.exitCode = 1
    })
}

function addSync(ldap: Command, run: RunCommand<Parts>): void {
  withCommonOptions(ldap.command('sync'))
    .description('compare all accounts of the directory with it now; sessions of removed users end')
    .action(async (options: CommonOptions) => {
      const { checkedLdapSettings, syncAccounts } = await import('./ldap-check-and-sync.ts')
      const result = await run(options, (parts) =>
        syncAccounts(parts, checkedLdapSettings(parts.settings.login)),
      )
      const { compared, gone, disabled, withoutRole, problems } = result
      print(result, options.json, [
        `compared ${counted(compared, 'account')}: ${gone} gone, ${disabled} disabled, ${withoutRole} without a role`,
        ...problems.map((problem) => `not compared: ${visible(problem)}`),
      ])
    })
}
