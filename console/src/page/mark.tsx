import type { ReactNode } from 'react'

interface MarkProps {
  readonly kind: 'good' | 'bad' | 'warn' | 'own' | 'plain'
  readonly children: ReactNode
}

/** A word that stands out. Its colours are ours: those of the usual tags can't be read by everybody. */
export function Mark({ kind, children }: MarkProps) {
  return <span className={`mark mark-${kind}`}>{children}</span>
}
