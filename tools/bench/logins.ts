import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { hash } from '@node-rs/argon2'
import { hashConcurrency } from '../../src/core/password/password-hash.ts'
import type { ByEffort, Effort } from './harness/effort.ts'
import { type Result, ratioAtLeast, resultOf } from './harness/result.ts'
import { interleave } from './harness/rounds.ts'
import { figureOf, ratioOf } from './harness/statistics.ts'
import { startLoad, withoutErrors } from './load/load.ts'
import { post } from './load/order.ts'
import { startCastellan } from './servers/castellan.ts'
import { PASSWORD, preparePlace, USERNAME } from './servers/place.ts'

const ROUNDS: ByEffort<number> = { full: 15, quick: 2, smoke: 1 }
const ROUND_MS: ByEffort<number> = { full: 1000, quick: 400, smoke: 50 }
/** Enough to use all hash threads. */
const CLIENTS = 8
const RULES = 10

/** Measures logins per second, against the raw hash function on the same number of threads. */
export async function measureLogins(effort: Effort): Promise<Result[]> {
  const milliseconds = ROUND_MS[effort]
  const place = await preparePlace(RULES)
  const load = startLoad()
  // In dev, because the captcha is measured separately.
  const server = await startCastellan(place, { flags: ['application.mode=dev'] })
  const request = post('/api/v1/login', { username: USERNAME, password: PASSWORD })
  try {
    const perSecond = await interleave(ROUNDS[effort], {
      logins: async () => {
        const order = { port: server.port, request, connections: CLIENTS, milliseconds }
        const outcome = withoutErrors(await load.run(order))
        return (outcome.responses * 1000) / outcome.milliseconds
      },
      hashes: () => hashesPerSecond(milliseconds),
    })
    return [
      resultOf({
        id: 'logins',
        unit: 'logins per second',
        value: figureOf(perSecond.logins),
        against: 'the raw hash function on the same number of threads',
        ratio: ratioOf(perSecond.logins, perSecond.hashes),
        target: ratioAtLeast(0.8),
      }),
    ]
  } finally {
    await Promise.all([load.close(), server.end()])
    await place.remove()
  }
}

/** Verifies one hash after another for the given time and sends the rate. */
const HASHING = `
  const { parentPort, workerData } = require('node:worker_threads')
  const { verifySync } = require('@node-rs/argon2')
  const { stored, password, milliseconds } = workerData
  if (!verifySync(stored, password)) throw new Error('the hash does not match')
  const begin = performance.now()
  let count = 0
  for (; performance.now() - begin < milliseconds; count++) verifySync(stored, password)
  parentPort.postMessage((count * 1000) / (performance.now() - begin))`

/** Returns the rate for the number of threads and the parameters that the service uses. */
async function hashesPerSecond(milliseconds: number): Promise<number> {
  const stored = await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  const workerData = { stored, password: PASSWORD, milliseconds }
  const rates = await Promise.all(
    Array.from({ length: hashConcurrency() }, async () => {
      const [rate] = await once(new Worker(HASHING, { eval: true, execArgv: [], workerData }), 'message')
      return Number(rate)
    }),
  )
  return rates.reduce((sum, rate) => sum + rate)
}
