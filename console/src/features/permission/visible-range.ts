import { useEffect, useState } from 'react'

/** The items from `start` up to, but not including, `end`. */
export interface Range {
  readonly start: number
  readonly end: number
}

interface Scrolled {
  readonly count: number
  /** The size of every item in pixels. */
  readonly itemSize: number
  readonly offset: number
  readonly viewport: number
}

/** A list up to this length is rendered as a whole, so that the browser's own search and screen readers find everything. */
const MAX_RENDERED = { rows: 160, columns: 20 }

/** Items outside of the viewport that are rendered, so that the keyboard focus can move to them. */
const OVERSCAN = 6

export function visibleRange({ count, itemSize, offset, viewport }: Scrolled, maxRendered: number): Range {
  if (count <= maxRendered) return { start: 0, end: count }
  return {
    start: Math.max(0, Math.floor(offset / itemSize) - OVERSCAN),
    end: Math.min(count, Math.ceil((offset + viewport) / itemSize) + OVERSCAN),
  }
}

interface VisibleRangeOptions {
  readonly element: HTMLElement | null
  readonly axis: 'rows' | 'columns'
  readonly count: number
  readonly itemSize: number
}

/** Returns the rows or columns that are visible in a scrolling element. Renders again only when they change. */
export function useVisibleRange({ element, axis, count, itemSize }: VisibleRangeOptions): Range {
  const [range, setRange] = useState<Range>({ start: 0, end: Math.min(count, MAX_RENDERED[axis]) })
  useEffect(() => {
    if (!element) return
    const update = (): void => {
      const [offset, viewport] =
        axis === 'rows'
          ? [element.scrollTop, element.clientHeight]
          : [element.scrollLeft, element.clientWidth]
      const next = visibleRange({ count, itemSize, offset, viewport }, MAX_RENDERED[axis])
      setRange((before) => (before.start === next.start && before.end === next.end ? before : next))
    }
    update()
    element.addEventListener('scroll', update, { passive: true })
    const observer = new ResizeObserver(update)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', update)
      observer.disconnect()
    }
  }, [element, axis, count, itemSize])
  return range
}
