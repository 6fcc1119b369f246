// Runs at the full cost of a password hash: it measures response times while passwords are verified.

import { expect, test } from 'vitest'
import { cleanUpAfterEach } from './cleanup.ts'
import { type HttpAnswer, type MeasuredService, startMeasuredService } from './measured-service.ts'
import { report } from './report.ts'

/** More than the number of logins that may wait for a hash. */
const PARALLEL = 260
const MAX_WAITING_LOGINS = 200
/** Enough to measure more than the initial burst. */
const CALLS = 600
/** Other processes may slow down a single try. A real slowdown occurs in every try. */
const TRIES = 5
/** Generous, because the machine may be busy. With hashes on the event loop the factor was 900. */
const MAX_SLOWDOWN = 12
const MINUTE = 60_000

cleanUpAfterEach()

test('many concurrent logins: protected calls stay as fast as in an idle service, and excess logins get code 429', {
  timeout: 10 * MINUTE,
}, async () => {
  const [loaded, idle] = [await startMeasuredService(), await startMeasuredService()]
  await callInTurn([loaded, idle])
  let least = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < TRIES && least >= MAX_SLOWDOWN; tries++) {
    await Promise.all([loaded.loopDelay(), idle.loopDelay()])
    const logins = startLogins(loaded)
    await logins.firstResponse
    const [took, idleTook] = await callInTurn([loaded, idle])
    const [delay, idleDelay] = [await loaded.loopDelay(), await idle.loopDelay()]
    const answers = await logins.end()
    for (const answer of answers) expectLoginOrRateLimit(answer)
    const limited = answers.filter(({ code }) => code === 429).length
    expect(limited).toBeGreaterThan(0)
    expect(answers.length - limited).toBeGreaterThanOrEqual(MAX_WAITING_LOGINS)
    reportTimes('login logins, a protected call', took, idleTook)
    reportTimes('login logins, event loop delay', delay, idleDelay)
    least = Math.min(least, took.p50 / idleTook.p50)
  }
  expect(least).toBeLessThan(MAX_SLOWDOWN)
  expect((await loaded.login()).code).toBe(200)
})

/** Starts clients that log in repeatedly until `end` is called or they are rate limited. */
function startLogins(service: MeasuredService) {
  const answers: HttpAnswer[] = []
  let ended = false
  let resolveFirstResponse: () => void
  const firstResponse = new Promise<void>((resolve) => {
    resolveFirstResponse = resolve
  })
  const clients = Array.from({ length: PARALLEL }, async () => {
    do {
      const answer = await service.login()
      answers.push(answer)
      if (answer.code === 429) return
      resolveFirstResponse()
    } while (!ended)
  })
  return {
    /** Resolves with the first response, when all other logins have been sent. */
    firstResponse,
    async end() {
      ended = true
      await Promise.all(clients)
      return answers
    },
  }
}

interface Spread {
  readonly p50: number
  readonly p99: number
}

/** Calls both services alternately, so that other load affects both. */
async function callInTurn(
  services: readonly [MeasuredService, MeasuredService],
): Promise<readonly [Spread, Spread]> {
  const took: readonly [number[], number[]] = [[], []]
  for (let calls = 0; calls < CALLS; calls++) {
    for (const which of [0, 1] as const) {
      const answer = await services[which].protectedCall()
      expectPassed(answer)
      took[which].push(answer.milliseconds)
    }
  }
  return [spreadOf(took[0]), spreadOf(took[1])]
}

function spreadOf(milliseconds: readonly number[]): Spread {
  const sorted = milliseconds.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round((sorted[Math.floor(share * sorted.length)] ?? 0) * 100) / 100
  return { p50: at(0.5), p99: at(0.99) }
}

function expectPassed({ status, code }: HttpAnswer): void {
  expect({ status, code }).toEqual({ status: 200, code: 200 })
}

function expectLoginOrRateLimit({ status, code, headers }: HttpAnswer): void {
  expect(status).toBe(200)
  expect([200, 429]).toContain(code)
  if (code === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  else expect(headers['retry-after']).toBeUndefined()
}

function reportTimes(what: string, loaded: Spread, idle: Spread): void {
  const numbers = { p50: loaded.p50, p99: loaded.p99, quietP50: idle.p50, quietP99: idle.p99 }
  report(what, numbers)
  process.stderr.write(`  ${what}, in ms: ${JSON.stringify(numbers)}\n`)
}
