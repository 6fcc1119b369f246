import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { cellAfterKey, type GridCell } from './grid-keys.ts'
import type { Range } from './visible-range.ts'

interface GridFocusOptions {
  /** The scrolling element around the grid. */
  readonly element: HTMLElement | null
  readonly hasCells: readonly boolean[]
  readonly columnCount: number
  /** The lines and columns that are rendered. */
  readonly lines: Range
  readonly columns: Range
  readonly size: { readonly row: number; readonly column: number }
}

/** Makes a grid a single tab stop, in which keys move the focus from cell to cell, also to cells that are not rendered yet. */
export function useGridFocus({ element, hasCells, columnCount, lines, columns, size }: GridFocusOptions) {
  const [active, setActive] = useState<GridCell>({ line: 0, column: 0 })
  const isFocusDue = useRef(false)

  // Runs after every rendering: the cell may only be rendered once the element has scrolled.
  useEffect(() => {
    if (!isFocusDue.current || !element) return
    const cell = element.querySelector<HTMLElement>(`[data-cell="${active.line} ${active.column}"]`)
    if (cell) {
      isFocusDue.current = false
      cell.focus()
      return
    }
    if (active.line < lines.start || active.line >= lines.end) element.scrollTop = active.line * size.row
    if (active.column < columns.start || active.column >= columns.end)
      element.scrollLeft = active.column * size.column
  })

  function onKeyDown(event: KeyboardEvent): void {
    const from = cellOf(event.target)
    if (!from || !element) return
    const pageLines = Math.max(1, Math.floor(element.clientHeight / size.row) - 2)
    const next = cellAfterKey(event, from, { hasCells, columnCount, pageLines })
    if (!next) return
    event.preventDefault()
    isFocusDue.current = true
    setActive(next)
  }

  function onFocus(event: FocusEvent): void {
    const cell = cellOf(event.target)
    if (cell) setActive(cell)
  }

  const tabStop = {
    line:
      isRendered(active.line, lines) && hasCells[active.line]
        ? active.line
        : hasCells.indexOf(true, lines.start),
    column: isRendered(active.column, columns) ? active.column : columns.start,
  }
  return {
    onKeyDown,
    onFocus,
    /** Returns the properties of the element in a cell that gets the focus. */
    cellProps: (line: number, column: number) => ({
      'data-cell': `${line} ${column}`,
      tabIndex: line === tabStop.line && column === tabStop.column ? 0 : -1,
    }),
  }
}

function isRendered(index: number, { start, end }: Range): boolean {
  return index >= start && index < end
}

function cellOf(target: EventTarget): GridCell | undefined {
  const place = target instanceof HTMLElement ? target.dataset.cell : undefined
  if (place === undefined) return undefined
  const [line = 0, column = 0] = place.split(' ').map(Number)
  return { line, column }
}
