type Turn = () => number | Promise<number>

/**
 * Lets the contenders take short turns, one after the other, for many rounds: the machine is then the same for all of them.
 * A turn answers what it measured. Who goes first changes with every round; the first of several rounds only warms up.
 */
export async function interleave<Name extends string>(
  rounds: number,
  contenders: Readonly<Record<Name, Turn>>,
): Promise<Record<Name, number[]>> {
  const turns = Object.entries<Turn>(contenders).map(([name, turn]) => ({
    name,
    turn,
    measured: [] as number[],
  }))
  for (let round = rounds > 1 ? 0 : 1; round <= rounds; round++) {
    for (const { turn, measured } of round % 2 === 0 ? turns : turns.toReversed()) {
      const value = await turn()
      if (round > 0) measured.push(value)
    }
  }
  return Object.fromEntries(turns.map(({ name, measured }) => [name, measured])) as Record<Name, number[]>
}

/** How many turns' time a contender may warm up in, so that the compiler has seen enough of it. */
const WARM_UP_TURNS = 5

/** A turn of as many calls as fill its time; it answers the nanoseconds of one call. Each call gets the next number. */
export function nanosecondsOf(milliseconds: number, call: (number: number) => unknown): Turn {
  let callsATurn = 0
  let next = 0
  const timeOf = (count: number): number => {
    const begin = performance.now()
    for (const end = next + count; next < end; next++) lastAnswer = call(next)
    return performance.now() - begin
  }
  const callsIn = (time: number): number => {
    // One call of a slow contender may fill the time alone.
    for (let count = 1; ; count *= 2) if (timeOf(count) >= time) return count
  }
  return () => {
    if (callsATurn === 0) {
      callsIn(milliseconds * WARM_UP_TURNS)
      callsATurn = callsIn(milliseconds)
    }
    return (timeOf(callsATurn) * 1e6) / callsATurn
  }
}

/** So that no call is optimised away for want of a reader. */
export let lastAnswer: unknown
