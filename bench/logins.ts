import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { hash } from '@node-rs/argon2'
import { hashConcurrency } from '../src/login/password-hash.ts'
import type { ByEffort, Effort } from './harness/effort.ts'
import { type Result, ratioAtLeast, resultOf } from './harness/result.ts'
import { interleave } from './harness/rounds.ts'
import { figureOf, ratioOf } from './harness/statistics.ts'
import { startLoad, withoutErrors } from './load/load.ts'
import { post } from './load/order.ts'
import { startCastellan } from './servers/castellan.ts'
import { PASSWORD, preparePlace, USERNAME } from './servers/place.ts'

const ROUNDS: ByEffort<number> = { full: 15, quick: 2, smoke: 1 }
const TURN_MILLISECONDS: ByEffort<number> = { full: 1000, quick: 400, smoke: 50 }
/** Enough to keep every hash thread busy. */
const CLIENTS = 8
const RULES = 10

/** How many logins a second the service answers, and how many hashes alone the same threads compute. */
export async function measureLogins(effort: Effort): Promise<Result[]> {
  const milliseconds = TURN_MILLISECONDS[effort]
  const place = await preparePlace(RULES)
  const load = startLoad()
  // In `dev`, since a captcha is a picture's work, which is measured by itself.
  const server = await startCastellan(place, { flags: ['application.mode=dev'] })
  const request = post('/api/v1/login', { username: USERNAME, password: PASSWORD })
  try {
    const perSecond = await interleave(ROUNDS[effort], {
      logins: async () => {
        const order = { port: server.port, request, connections: CLIENTS, milliseconds }
        const outcome = withoutErrors(await load.run(order))
        return (outcome.answers * 1000) / outcome.milliseconds
      },
      hashes: () => hashesPerSecond(milliseconds),
    })
    return [
      resultOf({
        id: 'logins',
        unit: 'a second',
        value: figureOf(perSecond.logins),
        against: 'the raw hash function on as many threads',
        ratio: ratioOf(perSecond.logins, perSecond.hashes),
        targets: [ratioAtLeast(0.9)],
      }),
    ]
  } finally {
    await Promise.all([load.close(), server.end()])
    await place.remove()
  }
}

/** Counts how many hashes it verifies in a time, one after another without pause. */
const HASHING = `
  const { parentPort, workerData } = require('node:worker_threads')
  const { verifySync } = require('@node-rs/argon2')
  const { stored, password, milliseconds } = workerData
  if (!verifySync(stored, password)) throw new Error('the hash does not match')
  const begin = performance.now()
  let count = 0
  for (; performance.now() - begin < milliseconds; count++) verifySync(stored, password)
  parentPort.postMessage((count * 1000) / (performance.now() - begin))`

/** The service's own number of threads and cost of a hash, at the usual priority, and nothing between two hashes. */
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
