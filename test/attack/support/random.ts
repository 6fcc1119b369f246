/** A fast, seeded random number generator. */
export interface RandomSource {
  /** Returns an integer from 0 to `bound - 1`. */
  below(bound: number): number
  pick<T>(choices: readonly [T, ...T[]]): T
  /** Returns true with a probability of 1 / `times`. */
  oneIn(times: number): boolean
}

/** Creates a 32-bit xorshift generator (Marsaglia). */
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
