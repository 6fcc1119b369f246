const MOST_ROUNDS = 1000

/** How often the long round (`npm run test:soak`) repeats each fault; 0 in the short one. */
const asked = Math.min(MOST_ROUNDS, Math.max(0, Math.trunc(Number(process.env.FAULT_ROUNDS ?? 0)) || 0))

export const isSoak = asked > 0

/** Rounds of a fault: a few in the short round, as many as are asked for in the long one. */
export function rounds(short: number): number {
  return isSoak ? asked : short
}

/** Rounds of a fault that takes long by itself: a tenth of the others. */
export function slowRounds(short: number): number {
  return isSoak ? Math.max(short, Math.ceil(asked / 10)) : short
}

/** A bound for a test: so much for one round, and some for the start and the end. */
export function timeFor(count: number, secondsARound: number): number {
  return (300 + count * secondsARound * 5) * 1000
}

/** Says how far the long round is. The short one is silent. */
export function progress(fault: string, round: number, of: number): void {
  if (isSoak) process.stderr.write(`  ${fault}: round ${round + 1} of ${of}\n`)
}
