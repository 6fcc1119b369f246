/** Several round trips to a server that returns its time. */
export interface RoundTrips {
  readonly medianMs: number
  /** How far the server's clock is ahead of this machine's; undefined if it did not return its time. */
  readonly clock: ClockOffset | undefined
}

export interface ClockOffset {
  readonly aheadMs: number
  /** The offset may differ by this much, because the time of the way there is unknown. */
  readonly uncertaintyMs: number
}

interface Sample {
  readonly durationMs: number
  readonly aheadMs: number | undefined
}

const ROUND_TRIPS = 5

/** Measures round trips, one after the other. The first one, which may open a connection, does not count. */
export async function measureRoundTrips(
  readTime: () => Promise<number | undefined>,
  now: () => number,
): Promise<RoundTrips> {
  await readTime()
  const samples: Sample[] = []
  for (let count = 0; count < ROUND_TRIPS; count++) {
    const sentAt = now()
    const start = performance.now()
    const time = await readTime()
    const durationMs = performance.now() - start
    samples.push({ durationMs, aheadMs: time === undefined ? undefined : time - (sentAt + durationMs / 2) })
  }
  samples.sort((a, b) => a.durationMs - b.durationMs)
  const [fastest] = samples
  const median = samples[Math.floor(samples.length / 2)]
  return {
    medianMs: median?.durationMs ?? 0,
    clock:
      fastest?.aheadMs === undefined
        ? undefined
        : { aheadMs: fastest.aheadMs, uncertaintyMs: fastest.durationMs / 2 },
  }
}

export function millisecondsText(milliseconds: number): string {
  return `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`
}
