import type { ReactNode } from 'react'
import { Link } from 'react-router'

interface FigureProps {
  readonly label: string
  readonly notes?: readonly string[]
  readonly to?: string | undefined
  /** Whether the figure is highlighted. */
  readonly isAlert?: boolean
  readonly children: ReactNode
}

/** Shows a key figure, as a link to what it counts. */
export function Figure({ label, notes = [], to, isAlert = false, children }: FigureProps) {
  return (
    <div className={`card figure${isAlert ? ' figure-alert' : ''}`}>
      <span className="figure-label">{label}</span>
      <span className="figure-value">{to === undefined ? children : <Link to={to}>{children}</Link>}</span>
      {notes.map((note) => (
        <span key={note} className="figure-note">
          {note}
        </span>
      ))}
    </div>
  )
}
