export interface Figure {
  readonly median: number
  /** The lower and the upper quartile. */
  readonly spread: readonly [low: number, high: number]
}

/** Returns the percentile for a share from 0 to 1. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort()
  const value = sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)]
  if (value === undefined) throw new Error('there are no values')
  return value
}

/** Returns the median, which single disturbed rounds do not change, and the quartiles. */
export function figureOf(values: readonly number[]): Figure {
  return {
    median: percentile(values, 0.5),
    spread: [percentile(values, 0.25), percentile(values, 0.75)],
  }
}

/** Returns the ratio of each round: a disturbance that is longer than a round affects both sides. */
export function ratioOf(dividends: readonly number[], divisors: readonly number[]): Figure {
  return figureOf(dividends.map((dividend, round) => dividend / (divisors[round] ?? Number.NaN)))
}

/** Returns the difference of each round. */
export function differenceOf(values: readonly number[], others: readonly number[]): Figure {
  return figureOf(values.map((value, round) => value - (others[round] ?? Number.NaN)))
}
