import type { Command } from 'commander'
import { loadCommandSettings } from '../../../core/settings/command-settings.ts'
import { type CommonOptions, withCommonOptions } from '../../../platform/cli/context/command-options.ts'
import { addNote } from '../../../platform/cli/help/help.ts'
import { type Colour, coloursFor } from '../../../platform/cli/output/colour.ts'
import type { Finding, FindingStatus } from '../../../platform/cli/output/finding.ts'
import { print } from '../../../platform/cli/output/output.ts'
import { EXIT_CODES } from '../../../platform/cli/output/report-failure.ts'
import { visible } from '../../../platform/cli/output/visible.ts'
import { counted } from '../../../platform/text/counted.ts'
import type { Diagnosis } from './doctor.ts'

interface DoctorOptions extends CommonOptions {
  readonly strict?: true
}

const NOTE =
  'Run it as the user of the service, with the same settings; the service may run or not. It changes nothing. The exit code is 1 if there is a problem. With --strict, a warning counts as a problem.'

const COLOURS: Readonly<Record<FindingStatus, Colour>> = {
  ok: 'green',
  warning: 'yellow',
  problem: 'red',
  skipped: 'dim',
}

export function addDoctorCommand(program: Command, version: string): void {
  const command = withCommonOptions(program.command('doctor'))
  addNote(command, NOTE)
  command
    .description(
      'check settings, secrets, files, clocks, database, Redis, nodes and passwords, with the fix for each finding',
    )
    .option('--strict', 'exit with code 1 also if there are only warnings')
    .action(async (options: DoctorOptions) => {
      const { diagnose } = await import('./doctor.ts')
      const loaded = await loadCommandSettings(options, { mustBeComplete: true })
      const diagnosis = await diagnose(loaded, version, Date.now)
      print(resultOf(diagnosis), options.json, linesOf(diagnosis))
      const failing: readonly string[] = options.strict ? ['problem', 'warning'] : ['problem']
      if (failing.includes(diagnosis.status)) process.exitCode = EXIT_CODES.refused
    })
}

/** Returns the result for `--json`: every finding has the same fields. */
function resultOf({ findings, ...rest }: Diagnosis): object {
  return {
    ...rest,
    findings: findings.map(({ check, status, found, fix = null }) => ({ check, status, found, fix })),
  }
}

function linesOf({ findings }: Diagnosis): string[] {
  const colours = coloursFor(process.stdout)
  const statusWidth = Math.max(...findings.map(({ status }) => status.length))
  const checkWidth = Math.max(...findings.map(({ check }) => check.length))
  const indent = ' '.repeat(statusWidth + checkWidth + 4)
  const lines = findings.flatMap(({ status, check, found, fix }) => {
    const label = colours[COLOURS[status]](status.padEnd(statusWidth))
    const line = `${label}  ${check.padEnd(checkWidth)}  ${visible(found)}`
    return fix === undefined ? [line] : [line, `${indent}${colours.bold('Fix:')} ${visible(fix)}`]
  })
  return [...lines, '', summaryOf(findings)]
}

function summaryOf(findings: readonly Finding[]): string {
  const countOf = (status: FindingStatus) => findings.filter((finding) => finding.status === status).length
  const [problems, warnings, skipped] = [countOf('problem'), countOf('warning'), countOf('skipped')]
  return [counted(problems, 'problem'), counted(warnings, 'warning'), `${skipped} skipped`].join(', ')
}
