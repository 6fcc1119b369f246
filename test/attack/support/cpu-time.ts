const TRIES = 3

/**
 * The CPU time, in milliseconds, that no refused request may need. An ordinary one needs about a hundredth of it; reading
 * a megabyte in quadratic time needs far more. CPU time instead of elapsed time, which other processes would lengthen.
 */
export const MAX_CPU_MS = 500

/** Returns the CPU time of this process during the work, in milliseconds: the least of several tries. */
export async function cpuTimeOf(work: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < TRIES && least >= MAX_CPU_MS; attempt++) {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}
