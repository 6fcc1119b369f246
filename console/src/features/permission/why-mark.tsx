import type { Why } from './decision.ts'

/** Shows the reason by shape as well as by colour. */
const SHAPES: Readonly<Record<Why, string>> = {
  rule: '✓',
  partly: '◐',
  denied: '✕',
  excluded: '○',
  admin: '★',
  none: '∗',
  identity: '•',
  unguarded: '!',
  original: '→',
}

export function WhyMark({ why }: { readonly why: Why }) {
  return (
    <span className={`why why-${why}`} aria-hidden="true">
      {SHAPES[why]}
    </span>
  )
}
