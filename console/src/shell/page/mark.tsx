import type { ReactNode } from 'react'

interface MarkProps {
  readonly kind: 'good' | 'bad' | 'warn' | 'own' | 'plain'
  readonly children: ReactNode
}

/** Shows a word as a tag. Ant Design's tag colours have too little contrast. */
export function Mark({ kind, children }: MarkProps) {
  return <span className={`mark mark-${kind}`}>{children}</span>
}
