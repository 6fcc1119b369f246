/** Prints a result: as JSON for programs, else as the lines for people. */
export function print(result: unknown, asJson: boolean | undefined, lines: readonly string[]): void {
  console.log(asJson ? JSON.stringify(result, null, 2) : lines.join('\n'))
}

/** Rows under their headings, in columns. */
export function tableOf<Row extends object>(
  rows: readonly Row[],
  columns: Readonly<Partial<Record<keyof Row, string>>>,
): string[] {
  const names = Object.keys(columns) as (keyof Row)[]
  const cells = [
    names.map((name) => columns[name] ?? ''),
    ...rows.map((row) => names.map((name) => visible(String(row[name] ?? '')))),
  ]
  const widths = names.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** What a name holds must not steer the terminal. */
export function visible(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '\uFFFD')
}
