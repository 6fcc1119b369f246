import { type Command, InvalidArgumentError } from 'commander'
import { InvalidParameters } from '../../../foundation/refusal/refusal.ts'
import { counted } from '../../../foundation/text/counted.ts'
import { parseTimeRange } from '../../../foundation/text/time-range.ts'
import type { Link } from '../../../logs/hash-chain/link.ts'
import type { Verification } from '../../../logs/hash-chain/verify.ts'
import { type CommonOptions, withCommonOptions } from '../../context/command-options.ts'
import { addNote } from '../../help/help.ts'
import { print } from '../../output/output.ts'
import { createProgress } from '../../output/progress.ts'
import { EXIT_CODES } from '../../output/report-failure.ts'
import { UsageError } from '../../output/usage-error.ts'

export interface TimeRangeOptions {
  readonly from?: string
  readonly to?: string
}

export function withTimeRange(command: Command): Command {
  return command
    .option('--from <time>', 'start time (UTC): 2026-01-31 or 2026-01-31T08:00:00Z')
    .option('--to <time>', 'end time (UTC)')
}

export function timeRangeOf({ from, to }: TimeRangeOptions) {
  try {
    return parseTimeRange({ beginTime: from, endTime: to }, { beginTime: '--from', endTime: '--to' })
  } catch (error) {
    if (!(error instanceof InvalidParameters)) throw error
    throw new UsageError(error.problem.en)
  }
}

type Verify = (how: { anchors: readonly Link[]; onProgress(verified: number): void }) => Promise<Verification>

interface VerifyOptions extends CommonOptions {
  readonly anchor: readonly Link[]
}

/** Adds the command that verifies a log. It exits with 1 if entries were tampered with. */
export function addVerify(
  log: Command,
  run: (options: CommonOptions, work: (count: number, verify: Verify) => Promise<void>) => Promise<void>,
): void {
  const verifyCommand = withCommonOptions(log.command('verify'))
    .description('find entries that were changed, removed or inserted outside the service')
    .option(
      '--anchor <position:hash>',
      'anchor that an earlier verification printed; repeatable',
      anchorOf,
      [],
    )
    .action(async (options: VerifyOptions) => {
      await run(options, async (count, verify) => {
        const progress = createProgress('verifying', count)
        const outcome = await verify({ anchors: options.anchor, onProgress: progress.update })
        progress.end()
        print(outcome, options.json, linesOf(outcome))
        if (!outcome.intact) process.exitCode = EXIT_CODES.refused
      })
    })
  addNote(
    verifyCommand,
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
