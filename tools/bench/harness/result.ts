import type { Figure } from './statistics.ts'

/** One row of the results. */
export interface Result {
  readonly id: string
  readonly value: number
  readonly unit: string
  /** The baseline of the ratio. */
  readonly against: string
  readonly ratio: number | null
  /** The quartiles of the ratio, or of the value if there is no ratio; null for a count. */
  readonly spread: readonly [number, number] | null
  readonly target: string
  readonly reached: Reached
}

/** Whether the target is reached: `yes` only if the worse quartile meets it, and `not certain` if it lies between the quartiles. */
export type Reached = 'yes' | 'not certain' | 'no' | 'no target'

export interface Target {
  readonly of: 'ratio' | 'value'
  readonly bound: 'at most' | 'at least'
  readonly limit: number
}

export const ratioAtMost = (limit: number): Target => ({ of: 'ratio', bound: 'at most', limit })
export const ratioAtLeast = (limit: number): Target => ({ of: 'ratio', bound: 'at least', limit })
export const valueAtMost = (limit: number): Target => ({ of: 'value', bound: 'at most', limit })

export interface Measured {
  readonly id: string
  readonly unit: string
  readonly value: Figure | number
  readonly against?: string
  readonly ratio?: Figure | number
  /** Omitted for a row that only adds information to another one. */
  readonly target?: Target
}

export function resultOf({ id, unit, value, against = '–', ratio, target }: Measured): Result {
  const measuredValue = asFigure(value)
  const measuredRatio = ratio === undefined ? undefined : asFigure(ratio)
  return {
    id,
    value: rounded(measuredValue.median),
    unit,
    against,
    ratio: measuredRatio ? rounded(measuredRatio.median) : null,
    spread: roundedPair((measuredRatio ?? measuredValue).spread),
    target: target === undefined ? 'none' : `${target.of} ${target.bound} ${target.limit}`,
    reached:
      target === undefined
        ? 'no target'
        : whetherReached(
            target,
            (target.of === 'ratio' ? measuredRatio : measuredValue) ?? asFigure(Number.NaN),
          ),
  }
}

export interface Measurement {
  readonly median: number
  readonly spread: Figure['spread'] | null
}

export function whetherReached({ bound, limit }: Target, { median, spread }: Measurement): Reached {
  const [low, high] = spread ?? [median, median]
  const [better, worse] = bound === 'at least' ? [high, low] : [low, high]
  const meets = (value: number) => (bound === 'at least' ? value >= limit : value <= limit)
  if (meets(worse)) return 'yes'
  return meets(better) ? 'not certain' : 'no'
}

function asFigure(value: Figure | number): Measurement {
  return typeof value === 'number' ? { median: value, spread: null } : value
}

function roundedPair(pair: readonly [number, number] | null): readonly [number, number] | null {
  return pair && [rounded(pair[0]), rounded(pair[1])]
}

/** Four digits: more would suggest a precision that the measurement does not have. */
function rounded(value: number): number {
  return Number(value.toPrecision(4))
}
