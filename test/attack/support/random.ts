/** Random choices that a seed repeats, fast enough for millions. */
export interface RandomSource {
  /** A whole number from 0 on, below the bound. */
  below(bound: number): number
  pick<T>(choices: readonly [T, ...T[]]): T
  /** True once in so many times. */
  oneIn(times: number): boolean
}

/** Marsaglia's xorshift of 32 bits. */
export function createRandomSource(seed: number): RandomSource {
  let state = seed | 0 || 1
  const below = (bound: number): number => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % bound
  }
  return {
    below,
    pick: (choices) => choices[below(choices.length)] ?? choices[0],
    oneIn: (times) => below(times) === 0,
  }
}
