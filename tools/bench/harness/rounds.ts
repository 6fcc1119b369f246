import { percentile } from './statistics.ts'

type Values = number | readonly number[]

export type Round = () => Values | Promise<Values>

/**
 * Measures the contenders alternately, so that changes in the speed of the machine affect all of them. The order changes with
 * every round. The results of the warm-up rounds are discarded.
 */
export async function interleave<Name extends string>(
  rounds: number,
  contenders: Readonly<Record<Name, Round>>,
  warmUpRounds = rounds > 1 ? 1 : 0,
): Promise<Record<Name, number[]>> {
  const entries = Object.entries<Round>(contenders).map(([name, measure]) => ({
    name,
    measure,
    measured: [] as number[],
  }))
  for (let round = 1 - warmUpRounds; round <= rounds; round++) {
    for (const { measure, measured } of round % 2 === 0 ? entries : entries.toReversed()) {
      const value = await measure()
      if (round > 0) measured.push(...(typeof value === 'number' ? [value] : value))
    }
  }
  return Object.fromEntries(entries.map(({ name, measured }) => [name, measured])) as Record<Name, number[]>
}

/** Repeats a measurement with newly started processes and joins the results. */
export async function repeatStarts<Name extends string>(
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

/** Calls before the measurement; fewer for a contender that takes longer than `WARM_UP_ROUNDS` rounds for them. */
const WARM_UP_CALLS = 50_000
const WARM_UP_ROUNDS = 10
/** Shorter than a time slice of the operating system, so that most samples are not interrupted. */
const SAMPLE_MILLISECONDS = 1

/** Returns a round that measures the nanoseconds per call, as the median of many short samples. */
export function nanosecondsOf(milliseconds: number, call: (number: number) => unknown): Round {
  let callsPerSample = 0
  let next = 0
  const timeOf = (count: number): number => {
    const begin = performance.now()
    for (const end = next + count; next < end; next++) lastResult = call(next)
    return performance.now() - begin
  }
  const callsIn = (time: number): number => {
    for (let count = 1; ; count *= 2) if (timeOf(count) >= time) return count
  }
  return () => {
    if (callsPerSample === 0) {
      for (let warm = 0; warm < milliseconds * WARM_UP_ROUNDS && next < WARM_UP_CALLS; ) warm += timeOf(1)
      callsPerSample = callsIn(Math.min(milliseconds, SAMPLE_MILLISECONDS))
    }
    const samples: number[] = []
    for (const end = performance.now() + milliseconds; samples.length === 0 || performance.now() < end; ) {
      samples.push((timeOf(callsPerSample) * NANOSECONDS) / callsPerSample)
    }
    return percentile(samples, 0.5)
  }
}

const NANOSECONDS = 1e6

/** Exported so that the compiler cannot remove the calls. */
export let lastResult: unknown
