import { setTimeout as sleep } from 'node:timers/promises'
import type { ByEffort, Effort } from './harness/effort.ts'
import { type Result, resultOf, valueAtMost } from './harness/result.ts'
import { figureOf } from './harness/statistics.ts'
import { startCastellan } from './servers/castellan.ts'
import { preparePlace } from './servers/place.ts'

const ROUNDS: ByEffort<number> = { full: 8, quick: 3, smoke: 1 }
const ROUND_MS: ByEffort<number> = { full: 10_000, quick: 5000, smoke: 100 }
/** The start is over: garbage is collected, and the first runs of the background work are done. */
const SETTLE_MS: ByEffort<number> = { full: 15_000, quick: 5000, smoke: 10 }
const CAPTCHAS: ByEffort<number> = { full: 50, quick: 50, smoke: 2 }
const MEGABYTE = 1_000_000

/** Measures what a service needs that nobody calls, and its memory before and after captchas. */
export async function measureIdle(effort: Effort): Promise<Result[]> {
  const place = await preparePlace(10)
  const server = await startCastellan(place)
  try {
    const memory = (await server.memoryBytes()) / MEGABYTE
    await sleep(SETTLE_MS[effort])
    const perSecond: number[] = []
    for (let round = 0; round < ROUNDS[effort]; round++) {
      const [before, begin] = [await server.cpuMicroseconds(), performance.now()]
      await sleep(ROUND_MS[effort])
      // Microseconds per millisecond are milliseconds per second.
      perSecond.push(((await server.cpuMicroseconds()) - before) / (performance.now() - begin))
    }
    for (let number = 0; number < CAPTCHAS[effort]; number++) {
      const response = await fetch(`http://127.0.0.1:${server.port}/api/v1/getCaptcha`)
      if (!response.ok) throw new Error(`the captcha returned ${response.status}`)
      await response.arrayBuffer()
    }
    return [
      resultOf({ id: 'idle', unit: 'ms CPU per second', value: figureOf(perSecond), target: valueAtMost(2) }),
      resultOf({ id: 'memory', unit: 'MB', value: memory, target: valueAtMost(130) }),
      resultOf({
        id: 'memory-captchas',
        unit: 'MB',
        value: (await server.memoryBytes()) / MEGABYTE,
        target: valueAtMost(210),
      }),
    ]
  } finally {
    await server.end()
    await place.remove()
  }
}
