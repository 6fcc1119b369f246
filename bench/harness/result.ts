import type { Figure } from './statistics.ts'

/** What was measured, and whether it is as good as it has to be. */
export interface Result {
  readonly id: string
  readonly value: number
  readonly unit: string
  readonly against: string
  /** To what stands in `against`; null where a value is held to a bound of its own. */
  readonly ratio: number | null
  /** The quartiles of the ratio, or of the value where there is no ratio; null for what is counted. */
  readonly spread: readonly [number, number] | null
  /** `none` for what only tells more about another result. */
  readonly target: string
  readonly ok: boolean
}

interface Target {
  readonly of: 'ratio' | 'value'
  readonly bound: 'at most' | 'at least' | 'under'
  readonly limit: number
}

export const ratioAtMost = (limit: number): Target => ({ of: 'ratio', bound: 'at most', limit })
export const ratioAtLeast = (limit: number): Target => ({ of: 'ratio', bound: 'at least', limit })
export const valueUnder = (limit: number): Target => ({ of: 'value', bound: 'under', limit })
export const valueAtMost = (limit: number): Target => ({ of: 'value', bound: 'at most', limit })

export interface Measured {
  readonly id: string
  readonly unit: string
  readonly value: Figure | number
  readonly against?: string
  readonly ratio?: Figure | number
  readonly targets: readonly Target[]
}

export function resultOf({ id, unit, value, against = '–', ratio, targets }: Measured): Result {
  const figure = asFigure(value)
  const comparison = ratio === undefined ? undefined : asFigure(ratio)
  const met = ({ of, bound, limit }: Target): boolean => {
    const measured = of === 'ratio' ? (comparison?.median ?? Number.NaN) : figure.median
    if (bound === 'at least') return measured >= limit
    return bound === 'under' ? measured < limit : measured <= limit
  }
  return {
    id,
    value: rounded(figure.median),
    unit,
    against,
    ratio: comparison ? rounded(comparison.median) : null,
    spread: roundedPair((comparison ?? figure).spread),
    target: targets.map(({ of, bound, limit }) => `${of} ${bound} ${limit}`).join(', ') || 'none',
    ok: targets.every(met),
  }
}

function asFigure(value: Figure | number): { median: number; spread: Figure['spread'] | null } {
  return typeof value === 'number' ? { median: value, spread: null } : value
}

function roundedPair(pair: readonly [number, number] | null): readonly [number, number] | null {
  return pair && [rounded(pair[0]), rounded(pair[1])]
}

/** More digits than the spread allows would only look exact. */
function rounded(value: number): number {
  return Number(value.toPrecision(4))
}
