import { appendFileSync } from 'node:fs'

export type Numbers = Readonly<Record<string, number>>

/** Appends a line to the report that `tools/test/soak.mjs` prints at the end. */
export function report(fault: string, numbers: Numbers): void {
  const file = process.env.FAULT_REPORT
  if (file) appendFileSync(file, `${JSON.stringify({ fault, numbers })}\n`)
}

/** @example spread([3, 1, 2]) // { samples: 3, p50: 2, p99: 3, max: 3 } */
export function spread(milliseconds: readonly number[]): Numbers & { p50: number; p99: number; max: number } {
  const sorted = milliseconds.toSorted((a, b) => a - b)
  const at = (share: number) =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0)
  return { samples: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) }
}
