import { monitorEventLoopDelay } from 'node:perf_hooks'

const RESOLUTION_MILLISECONDS = 1
const TRIES = 8

/**
 * The longest time that the event loop stood still while the work was done, in milliseconds: the best of several
 * tries, since on a busy machine other programs hold it up too, but what the work itself does it does every time.
 */
export async function loopDelayOf(work: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < TRIES && least >= 10; attempt++) {
    const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MILLISECONDS })
    histogram.enable()
    await work()
    histogram.disable()
    least = Math.min(least, histogram.max / 1e6)
  }
  return least
}
