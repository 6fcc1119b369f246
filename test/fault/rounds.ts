const MAX_ROUNDS = 1000

/** How often a soak test (`tools/test/soak.mjs`) repeats each fault; 0 in a normal test run. */
const asked = Math.min(MAX_ROUNDS, Math.max(0, Math.trunc(Number(process.env.FAULT_ROUNDS ?? 0)) || 0))

export const isSoak = asked > 0

/** Returns the number of rounds of a fault: `short` in a normal run, the requested number in a soak test. */
export function rounds(short: number): number {
  return isSoak ? asked : short
}

/** Returns the number of rounds of a slow fault: a tenth of the others in a soak test. */
export function slowRounds(short: number): number {
  return isSoak ? Math.max(short, Math.ceil(asked / 10)) : short
}

/** Returns a generous test timeout in milliseconds: time per round plus time for setup and clean-up. */
export function timeoutFor(count: number, secondsPerRound: number): number {
  return (300 + count * secondsPerRound * 5) * 1000
}

/** Prints the progress of a soak test. */
export function progress(fault: string, round: number, of: number): void {
  if (isSoak) process.stderr.write(`  ${fault}: round ${round + 1} of ${of}\n`)
}
