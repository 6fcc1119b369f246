export interface Figure {
  readonly median: number
  /** The quartiles: half of all rounds are between them. */
  readonly spread: readonly [low: number, high: number]
}

/** The value that this share of all values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort()
  const value = sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)]
  if (value === undefined) throw new Error('there is no percentile of nothing')
  return value
}

/** Medians, because one round that was disturbed from outside must not count. */
export function figureOf(values: readonly number[]): Figure {
  return {
    median: percentile(values, 0.5),
    spread: [percentile(values, 0.25), percentile(values, 0.75)],
  }
}

/** Divided round by round: what disturbs a machine for longer than a round disturbs both sides alike. */
export function ratioOf(dividends: readonly number[], divisors: readonly number[]): Figure {
  return figureOf(dividends.map((dividend, round) => dividend / (divisors[round] ?? Number.NaN)))
}
