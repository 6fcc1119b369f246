import { type Finding, ok, problem, skipped, warning } from './finding.ts'

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

const ROUND_TRIPS = 5

/** Measures round trips, one after the other. The first one, which may open a connection, does not count. */
export async function measureRoundTrips(
  readTime: () => Promise<number | undefined>,
  now: () => number,
): Promise<RoundTrips> {
  await readTime()
  const samples: { durationMs: number; aheadMs: number | undefined }[] = []
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

const MAX_OFFSET_MS = 1000
/** From here on, tokens of one node are not valid yet, or no longer valid, on another. */
const BAD_OFFSET_MS = 10_000

export const CLOCK_FIX =
  'Synchronize the clocks of all machines with NTP, and check the time zone of the hardware clock.'

/** Compares this machine's clock with those of the servers. */
export function checkClock(offsets: Readonly<Record<string, ClockOffset | undefined>>): readonly Finding[] {
  const findings = Object.entries(offsets).flatMap(([name, offset]) =>
    offset === undefined ? [] : [clockFinding(name, offset)],
  )
  return findings.length > 0 ? findings : [skipped('there is no other clock to compare with')]
}

function clockFinding(name: string, { aheadMs, uncertaintyMs }: ClockOffset): Finding {
  const certainMs = Math.abs(aheadMs) - uncertaintyMs
  if (certainMs <= MAX_OFFSET_MS) return ok(`this machine and ${name} have the same time`)
  const found = `the clock of ${name} is ${secondsText(Math.abs(aheadMs))} ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine's`
  return certainMs > BAD_OFFSET_MS ? problem(found, CLOCK_FIX) : warning(found, CLOCK_FIX)
}

export function secondsText(milliseconds: number): string {
  const seconds = milliseconds / 1000
  return `${seconds < 10 ? Math.round(seconds * 10) / 10 : Math.round(seconds)} s`
}
