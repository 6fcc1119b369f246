import { type Finding, ok, problem, skipped, warning } from './finding.ts'
import type { ClockOffset } from './round-trip.ts'

const MAX_OFFSET_MS = 1000
/** From here on, tokens of one node are not valid yet, or no longer valid, on another. */
const BAD_OFFSET_MS = 10_000

export const CLOCK_FIX =
  'Synchronize the clocks of all machines with NTP, and check the time zone of the hardware clock.'

/** Compares this machine's clock with those of the servers. */
export function checkClock(offsets: Readonly<Record<string, ClockOffset | undefined>>): readonly Finding[] {
  const findings = Object.entries(offsets).flatMap(([name, offset]) =>
    offset === undefined ? [] : [judge(name, offset)],
  )
  return findings.length > 0 ? findings : [skipped('there is no other clock to compare with')]
}

function judge(name: string, { aheadMs, uncertaintyMs }: ClockOffset): Finding {
  const certainMs = Math.abs(aheadMs) - uncertaintyMs
  if (certainMs <= MAX_OFFSET_MS) return ok(`this machine and ${name} have the same time`)
  const found = `the clock of ${name} is ${secondsText(Math.abs(aheadMs))} ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine's`
  return certainMs > BAD_OFFSET_MS ? problem(found, CLOCK_FIX) : warning(found, CLOCK_FIX)
}

export function secondsText(milliseconds: number): string {
  const seconds = milliseconds / 1000
  return `${seconds < 10 ? Math.round(seconds * 10) / 10 : Math.round(seconds)} s`
}
