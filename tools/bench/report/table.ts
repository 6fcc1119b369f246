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

export function cellsOf({ id, value, unit, against, ratio, spread, target, ok }: Result): string[] {
  const figure = ratio === null ? '–' : String(ratio)
  const reached = target === 'none' ? '–' : ok ? 'yes' : 'NO'
  return [id, `${value} ${unit}`, against, `${figure}${formatSpread(spread)}`, target, reached]
}

function formatSpread(spread: Result['spread']): string {
  return spread ? ` (${spread[0]} to ${spread[1]})` : ''
}
