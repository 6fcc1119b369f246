import { coloursFor, type OutputStream } from './colour.ts'
import { visible } from './visible.ts'

/** Standard output, or what stands for it in a test. */
interface TableOutput extends OutputStream {
  readonly columns?: number | undefined
}

const GAP = '  '
/** No column is made narrower than this. */
const MIN_COLUMN_WIDTH = 8
const STATE_COLUMNS: readonly string[] = ['STATUS', 'OUTCOME']

/**
 * Returns the lines of a table with headings. On a terminal, long cells are shortened so that a row fits on one line;
 * in a pipe, they are complete.
 */
export function tableOf<Row extends object>(
  rows: readonly Row[],
  columns: Readonly<Partial<Record<keyof Row, string>>>,
  output: TableOutput = process.stdout,
): string[] {
  const names = Object.keys(columns) as (keyof Row)[]
  const headings = names.map((name) => columns[name] ?? '')
  const cells = rows.map((row) => names.map((name) => visible(String(row[name] ?? ''))))
  const natural = headings.map((heading, column) =>
    cells.reduce((width, row) => Math.max(width, textWidth(row[column] ?? '')), textWidth(heading)),
  )
  const widths = output.isTTY && output.columns ? fitWidths(natural, output.columns) : natural
  const { bold, green, red } = coloursFor(output)
  const paint = (cell: string, column: number): string => {
    if (!STATE_COLUMNS.includes(headings[column] ?? '')) return cell
    return cell === 'enabled' || cell === 'success' ? green(cell) : red(cell)
  }
  const line = (row: readonly string[], style: (cell: string, column: number) => string): string =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0
        const shown = truncateText(cell, width)
        const isLast = column === row.length - 1
        return style(shown, column) + (isLast ? '' : ' '.repeat(width - textWidth(shown)))
      })
      .join(GAP)
      .trimEnd()
  return [line(headings, bold), ...cells.map((row) => line(row, paint))]
}

/** Returns widths that fit into a line: the widest columns are made narrower. */
function fitWidths(natural: readonly number[], lineWidth: number): number[] {
  const widths = [...natural]
  const available = lineWidth - GAP.length * (widths.length - 1)
  for (let excess = sum(widths) - available; excess > 0; excess--) {
    const widest = widths.indexOf(Math.max(...widths))
    const width = widths[widest] ?? 0
    if (width <= MIN_COLUMN_WIDTH) break
    widths[widest] = width - 1
  }
  return widths
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

const WIDE =
  /\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Emoji_Presentation}|[\u3000-\u303F\uFF01-\uFF60\uFFE0-\uFFE6]/u
const COMBINING = /\p{M}/u

/** Returns the number of columns that a text takes on a terminal. */
function textWidth(text: string): number {
  let width = 0
  for (const character of text) width += widthOf(character)
  return width
}

function widthOf(character: string): number {
  if (COMBINING.test(character)) return 0
  return WIDE.test(character) ? 2 : 1
}

/** Returns the text, or its beginning with an ellipsis if it is wider than a number of columns. */
function truncateText(text: string, maxWidth: number): string {
  if (textWidth(text) <= maxWidth) return text
  let start = ''
  let width = 0
  for (const character of text) {
    width += widthOf(character)
    if (width > maxWidth - 1) break
    start += character
  }
  return `${start}…`
}
