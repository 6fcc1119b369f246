import { percentile } from './statistics.ts'

type Values = number | readonly number[]

export type Turn = () => Values | Promise<Values>

/**
 * Lets the contenders take short turns, one after the other, for many rounds: the machine is then the same for all of them.
 * A turn answers what it measured, once or several times. Who goes first changes with every round; the first of several, or as
 * many as are said, only warm up.
 */
export async function interleave<Name extends string>(
  rounds: number,
  contenders: Readonly<Record<Name, Turn>>,
  warmUpRounds = rounds > 1 ? 1 : 0,
): Promise<Record<Name, number[]>> {
  const turns = Object.entries<Turn>(contenders).map(([name, turn]) => ({
    name,
    turn,
    measured: [] as number[],
  }))
  for (let round = 1 - warmUpRounds; round <= rounds; round++) {
    for (const { turn, measured } of round % 2 === 0 ? turns : turns.toReversed()) {
      const value = await turn()
      if (round > 0) measured.push(...(typeof value === 'number' ? [value] : value))
    }
  }
  return Object.fromEntries(turns.map(({ name, measured }) => [name, measured])) as Record<Name, number[]>
}

/**
 * The rounds of several starts, one after the other: what the compiler makes of a program differs from one process to the
 * next, and a median over the rounds of one would be that of its luck.
 */
export async function afresh<Name extends string>(
  starts: number,
  measure: () => Promise<Record<Name, number[]>>,
): Promise<Record<Name, number[]>> {
  const all = await measure()
  for (let start = 1; start < starts; start++) {
    const more = await measure()
    for (const name in more) all[name].push(...more[name])
  }
  return all
}

/** So many calls has the compiler seen before anything counts; of a slow contender, as many as fit into some turns' time. */
const WARM_UP_CALLS = 50_000
const WARM_UP_TURNS = 10
/** Shorter than an operating system lets a process run before another gets its turn: most samples are undisturbed. */
const SAMPLE_MILLISECONDS = 1

/**
 * A turn of as many calls as fill its time; it answers the nanoseconds of one call, the median of many short samples. Each
 * call gets the next number.
 */
export function nanosecondsOf(milliseconds: number, call: (number: number) => unknown): Turn {
  let callsASample = 0
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
    if (callsASample === 0) {
      for (let warm = 0; warm < milliseconds * WARM_UP_TURNS && next < WARM_UP_CALLS; ) warm += timeOf(1)
      callsASample = callsIn(Math.min(milliseconds, SAMPLE_MILLISECONDS))
    }
    const samples: number[] = []
    for (const end = performance.now() + milliseconds; samples.length === 0 || performance.now() < end; ) {
      samples.push((timeOf(callsASample) * NANOSECONDS) / callsASample)
    }
    return percentile(samples, 0.5)
  }
}

const NANOSECONDS = 1e6

/** So that no call is optimised away for want of a reader. */
export let lastAnswer: unknown
