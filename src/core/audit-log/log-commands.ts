import type { Command } from 'commander'
import {
  type CommonOptions,
  durationOf,
  wholeNumber,
  withCommonOptions,
} from '../../platform/cli/context/command-options.ts'
import type { RunCommand } from '../../platform/cli/context/command-runner.ts'
import {
  type ListOptions,
  pageOf,
  printPage,
  timeOrderOf,
  withListOptions,
} from '../../platform/cli/context/list-options.ts'
import { fieldsOf, print, writeOut } from '../../platform/cli/output/output.ts'
import { createProgress } from '../../platform/cli/output/progress.ts'
import { UsageError } from '../../platform/cli/output/usage-error.ts'
import type { Page, PageRequest, TimeOrder } from '../../platform/database/query/page.ts'
import { InvalidParameters, notFound } from '../../platform/refusal/refusal.ts'
import { parseTimeRange } from '../../platform/text/time-range.ts'
import type { OpenLogs } from '../login-log/open-logs.ts'

/** Options of every filter of a log. */
export interface LogFilterOptions extends CommonOptions {
  readonly from?: string
  readonly to?: string
}

interface OpenLog<Entry, Options> {
  page(options: Options, page: PageRequest, order: TimeOrder): Promise<Page<Entry>>
  find(id: number): Promise<Entry | undefined>
  csv(options: Options): Promise<AsyncIterable<string>>
}

/** A log whose entries are linked by hashes, as commands read it. */
export interface CommandLog<Entry extends object, Options extends LogFilterOptions> {
  readonly entryName: 'audit log entry' | 'login log entry'
  /** What its entries are, such as `changes`. */
  readonly noun: string
  readonly showDescription: string
  withFilter(command: Command): Command
  open(logs: OpenLogs): OpenLog<Entry, Options>
  /** The headings of the list, by the fields of a row. */
  readonly columns: Readonly<Record<string, string>>
  /** The columns that a narrow terminal leaves out first. */
  readonly lessImportant: readonly string[]
  rowOf(entry: Entry): Readonly<Record<string, unknown>>
  /** Returns the fields that `show` prints. */
  fieldsOf(entry: Entry): object
}

/** Adds the commands `list`, `show` and `export` of a log. */
export function addLogCommands<Entry extends object, Options extends LogFilterOptions>(
  command: Command,
  run: RunCommand<OpenLogs>,
  log: CommandLog<Entry, Options>,
): void {
  const withFilter = (filtered: Command): Command =>
    log.withFilter(
      filtered
        .option('--from <time>', 'start time (UTC): 2026-01-31, 2026-01-31T08:00:00Z, or 24h ago as 24h')
        .option('--to <time>', 'end time, in the same forms'),
    )

  withFilter(withListOptions(command.command('list')))
    .description(`list ${log.noun}, newest first`)
    .action(async (options: Options & ListOptions) => {
      const page = await run(options, (logs) =>
        log.open(logs).page(options, pageOf(options), timeOrderOf(options)),
      )
      printPage(options, page, page.list.map(log.rowOf), log.columns, log.lessImportant)
    })

  withCommonOptions(command.command('show <id>'))
    .description(log.showDescription)
    .action(async (text: string, options: CommonOptions) => {
      const id = wholeNumber(text)
      const entry = await run(options, (logs) => log.open(logs).find(id))
      if (!entry) throw notFound(log.entryName, id)
      print(entry, options.json, fieldsOf(log.fieldsOf(entry)))
    })

  withFilter(withCommonOptions(command.command('export')))
    .description(`write ${log.noun} to standard output as CSV, newest first`)
    .action((options: Options) =>
      run(options, async (logs) => {
        const opened = log.open(logs)
        const lines = await opened.csv(options)
        // The lines themselves show the progress if they are printed at the terminal.
        if (process.stdout.isTTY) return writeOut(lines)
        const { count, countCapped } = await opened.page(
          options,
          { pageIndex: 1, pageSize: 1 },
          'newest-first',
        )
        const progress = createProgress('exporting', countCapped ? undefined : count)
        await writeOut(counting(lines, progress.update)).finally(progress.end)
      }),
    )
}

/** Reports the number of lines so far, without the first one, which has the names of the columns. */
async function* counting(
  lines: AsyncIterable<string>,
  onProgress: (done: number) => void,
): AsyncGenerator<string> {
  let done = -1
  for await (const line of lines) {
    onProgress(++done)
    yield line
  }
}

export function timeRangeOf({ from, to }: LogFilterOptions) {
  try {
    const range = { beginTime: from && timeAgo(from), endTime: to && timeAgo(to) }
    return parseTimeRange(range, { beginTime: '--from', endTime: '--to' })
  } catch (error) {
    if (!(error instanceof InvalidParameters)) throw error
    throw new UsageError(`${error.problem.en} Or write how long ago, such as 30m, 24h or 7d.`)
  }
}

/** Returns the time that is a duration such as `24h` ago, or another text as it is. */
function timeAgo(text: string): string {
  const durationMs = durationOf(text)
  return durationMs === undefined ? text : new Date(Date.now() - durationMs).toISOString()
}
