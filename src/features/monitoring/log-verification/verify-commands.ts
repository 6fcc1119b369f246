import { type Command, InvalidArgumentError } from 'commander'
import type { ChainEnds } from '../../../core/audit-log/hash-chain/chain.store.ts'
import type { Link } from '../../../core/audit-log/hash-chain/link.ts'
import type { OpenLogs } from '../../../core/login-log/open-logs.ts'
import { type CommonOptions, withCommonOptions } from '../../../platform/cli/context/command-options.ts'
import type { RunCommand } from '../../../platform/cli/context/command-runner.ts'
import { addNote } from '../../../platform/cli/help/help.ts'
import { print } from '../../../platform/cli/output/output.ts'
import { createProgress } from '../../../platform/cli/output/progress.ts'
import { EXIT_CODES } from '../../../platform/cli/output/report-failure.ts'
import { counted } from '../../../platform/text/counted.ts'
import type { Verification } from './verify.ts'

interface VerifiableLog {
  ends(): Promise<ChainEnds>
  verify(how: { anchors: readonly Link[]; onProgress(verified: number): void }): Promise<Verification>
}

/** Adds the command that verifies the audit log. */
export function addAuditLogVerification(auditLog: Command, run: RunCommand<OpenLogs>): void {
  addVerify(auditLog, run, (logs) => ({
    ends: logs.auditLog.ends,
    async verify(how) {
      const { verifyAuditLog } = await import('./audit-log-verification.ts')
      return verifyAuditLog({ ...logs, ...how })
    },
  }))
}

/** Adds the command that verifies the login log. */
export function addLoginLogVerification(loginLog: Command, run: RunCommand<OpenLogs>): void {
  addVerify(loginLog, run, (logs) => ({
    ends: logs.loginLogStore.ends,
    async verify(how) {
      const { verifyLoginLog } = await import('./login-log-verification.ts')
      return verifyLoginLog({ ...logs, loginLog: logs.loginLogStore, ...how })
    },
  }))
}

/** The command exits with 1 if entries were tampered with. */
function addVerify(log: Command, run: RunCommand<OpenLogs>, open: (logs: OpenLogs) => VerifiableLog): void {
  const verify = withCommonOptions(log.command('verify'))
    .description('find entries that were changed, removed or inserted outside the service')
    .option(
      '--anchor <position:hash>',
      'anchor that an earlier verification printed; repeatable',
      anchorOf,
      [],
    )
    .action((options: CommonOptions & { readonly anchor: readonly Link[] }) =>
      run(options, async (logs) => {
        const opened = open(logs)
        const { head, base } = await opened.ends()
        const progress = createProgress('verifying', head.position - base.position)
        const outcome = await opened.verify({ anchors: options.anchor, onProgress: progress.update })
        progress.end()
        print(outcome, options.json, linesOf(outcome))
        if (!outcome.intact) process.exitCode = EXIT_CODES.refused
      }),
    )
  addNote(
    verify,
    'A user with write access to the database could rewrite the whole log. Store the anchor that each run prints where that user cannot write, and pass it to the next run.',
  )
}

function linesOf({ intact, verified, removed, findings, head }: Verification): string[] {
  const left = removed === 0 ? '' : `, ${removed} removed by operators (see the audit log)`
  return [
    ...findings.map(({ position, problem }) => `entry ${position} ${problem}`),
    intact
      ? `intact: ${counted(verified, 'entry', 'entries')} verified${left}`
      : `TAMPERED WITH: ${counted(findings.length, 'finding')}`,
    `anchor ${head.position}:${head.hash || '-'}`,
  ]
}

function anchorOf(text: string, before: readonly Link[]): Link[] {
  const [, position, hash = ''] = /^(\d{1,15}):([0-9a-f]{64}|-)$/.exec(text) ?? []
  if (position === undefined)
    throw new InvalidArgumentError(`--anchor must look like 1234:${'ab'.repeat(4)}…, not "${text}"`)
  return position === '0' ? [...before] : [...before, { position: Number(position), hash }]
}
