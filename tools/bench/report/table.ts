import type { Result } from '../harness/result.ts'

/** Returns the results as a text table. */
export function tableOf(results: readonly Result[]): string {
  const rows = [['id', 'value', 'against', 'ratio', 'target', 'ok'], ...results.map(cellsOf)]
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const SHOWN = { yes: 'yes', 'not certain': 'not certain', no: 'NO', 'no target': '–' } as const

export function cellsOf({ id, value, unit, against, ratio, spread, target, reached }: Result): string[] {
  const figure = ratio === null ? '–' : String(ratio)
  const verdict = SHOWN[reached]
  return [id, `${value} ${unit}`, against, `${figure}${formatSpread(spread)}`, target, verdict]
}

function formatSpread(spread: Result['spread']): string {
  return spread ? ` (${spread[0]} to ${spread[1]})` : ''
}
