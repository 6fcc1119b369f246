/** The column of the headings of the lines, left of the first cell. */
export const ROW_HEADING = -1

/** A cell of the matrix: the index of its line and of its column. */
export interface GridCell {
  readonly line: number
  readonly column: number
}

interface Grid {
  /** Whether a line has cells; the others are headings. */
  readonly hasCells: readonly boolean[]
  readonly columnCount: number
  /** The number of lines that Page Up and Page Down move by. */
  readonly pageLines: number
}

interface Key {
  readonly key: string
  readonly ctrlKey: boolean
}

/** Returns the cell that a key moves the focus to, as in a grid of WAI-ARIA; undefined for other keys. */
export function cellAfterKey(
  { key, ctrlKey }: Key,
  { line, column }: GridCell,
  grid: Grid,
): GridCell | undefined {
  const lastLine = grid.hasCells.lastIndexOf(true)
  const firstLine = grid.hasCells.indexOf(true)
  const lastColumn = grid.columnCount - 1
  switch (key) {
    case 'ArrowRight':
      return { line, column: Math.min(column + 1, lastColumn) }
    case 'ArrowLeft':
      return { line, column: Math.max(column - 1, ROW_HEADING) }
    case 'ArrowDown':
      return { line: below(line + 1), column }
    case 'ArrowUp':
      return { line: above(line - 1), column }
    case 'PageDown':
      return { line: below(Math.min(line + grid.pageLines, lastLine)), column }
    case 'PageUp':
      return { line: above(Math.max(line - grid.pageLines, firstLine)), column }
    case 'Home':
      return { line: ctrlKey ? firstLine : line, column: 0 }
    case 'End':
      return { line: ctrlKey ? lastLine : line, column: lastColumn }
    default:
      return undefined
  }

  function below(from: number): number {
    const next = grid.hasCells.indexOf(true, from)
    return next === -1 ? lastLine : next
  }

  function above(from: number): number {
    const next = from < 0 ? -1 : grid.hasCells.lastIndexOf(true, from)
    return next === -1 ? firstLine : next
  }
}
