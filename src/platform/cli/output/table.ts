import { coloursFor, type OutputStream } from './colour.ts'
import { visible } from './visible.ts'

/** Standard output, or what stands for it in a test. */
interface TableOutput extends OutputStream {
  readonly columns?: number | undefined
}

const GAP = '  '
/** No column is made narrower than this. */
const MIN_COLUMN_WIDTH = 8
/** A column up to this width, such as a time, is left out rather than shortened. */
const MAX_WHOLE_WIDTH = 20
/** A wider column is left out rather than shortened to less than this. */
const MIN_SHORTENED_WIDTH = 12
/** The first columns, which say what a row is, are never left out. */
const KEPT_COLUMNS = 2
const STATE_COLUMNS: readonly string[] = ['STATUS', 'OUTCOME']
const GOOD_STATES = /^(?:enabled|success|up|approved|delivered|confirmed)$/
const BAD_STATES = /^(?:disabled|failure|suspended|degraded|down|refused|failed)/
/** What is allowed, but worth a look. */
const NOTABLE_STATES = /^success, /

/**
 * Returns the lines of a table with headings. On a terminal, long cells are shortened so that a row fits on one line, and
 * columns for which there is no space are left out: those in `first`, then from the last one on. In a pipe, all are complete.
 */
export function tableOf<Row extends object>(
  rows: readonly Row[],
  columns: Readonly<Partial<Record<keyof Row, string>>>,
  output: TableOutput = process.stdout,
  first: readonly (keyof Row)[] = [],
): string[] {
  const all = Object.keys(columns) as (keyof Row)[]
  const lineWidth = output.isTTY && output.columns ? output.columns : undefined
  const widthOf = (name: keyof Row) =>
    rows.reduce((width, row) => Math.max(width, textWidth(cellOf(row, name))), textWidth(columns[name] ?? ''))
  const names = lineWidth === undefined ? all : fittingColumns(all, lineWidth, widthOf, first)
  const headings = names.map((name) => columns[name] ?? '')
  const cells = rows.map((row) => names.map((name) => cellOf(row, name)))
  const natural = names.map(widthOf)
  const widths = lineWidth === undefined ? natural : fitWidths(natural, lineWidth)
  const { bold, dim, green, red, yellow } = coloursFor(output)
  const paint = (cell: string, column: number): string => {
    if (!STATE_COLUMNS.includes(headings[column] ?? '')) return cell
    if (GOOD_STATES.test(cell)) return green(cell)
    if (NOTABLE_STATES.test(cell)) return yellow(cell)
    return BAD_STATES.test(cell) ? red(cell) : cell
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
  const hidden = all.filter((name) => !names.includes(name)).map((name) => columns[name] ?? '')
  const note =
    hidden.length === 0 ? [] : [dim(truncateText(`(no space for ${hidden.join(', ')})`, lineWidth ?? 0))]
  return [line(headings, bold), ...cells.map((row) => line(row, paint)), ...note]
}

function cellOf<Row extends object>(row: Row, name: keyof Row): string {
  return visible(String(row[name] ?? ''))
}

/** Returns the columns that fit into a line without being shortened too much. */
function fittingColumns<Name>(
  all: readonly Name[],
  lineWidth: number,
  widthOf: (name: Name) => number,
  first: readonly Name[],
): readonly Name[] {
  const kept = all.slice(0, KEPT_COLUMNS)
  const others = all.slice(KEPT_COLUMNS).filter((name) => !first.includes(name))
  const leaving = [...first.filter((name) => !kept.includes(name)), ...others.toReversed()]
  let names = all
  for (const name of leaving) {
    const least = names.map(widthOf).map((width) => (width > MAX_WHOLE_WIDTH ? MIN_SHORTENED_WIDTH : width))
    if (sum(least) + GAP.length * (least.length - 1) <= lineWidth) break
    names = names.filter((other) => other !== name)
  }
  return names
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
