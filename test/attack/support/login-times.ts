import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { isDeep, scaled } from '../../support/scale.ts'
import { areaUnderCurve } from './separability.ts'

/**
 * How far from 0.5 the area under the curve may be. Of two equal kinds with 100 times each, it is farther than 0.1 in one of seventy
 * measurements; for 0.05, it takes four times as many.
 */
const MAX_DISTANCE = isDeep ? 0.05 : 0.1

/** The body of each kind of request to compare, such as a login. */
export type Logins = Readonly<Record<string, object>>

interface MeasureOptions {
  readonly path?: string
  /** Runs before each request, outside the measured time. */
  readonly before?: () => Promise<unknown>
}

export interface LoginTimes {
  /** The pairs that an observer could distinguish by response time. */
  readonly telling: readonly { readonly pair: string; readonly area: number }[]
  /** The responses, without the parts that differ in every response. */
  readonly said: ReadonlySet<string>
}

/** Repeats these logins, or other requests, alternately and compares their response times. */
export async function measureLogins(
  base: string,
  logins: Logins,
  { path = '/login', before = async () => {} }: MeasureOptions = {},
): Promise<LoginTimes> {
  const url = `${base}${path}`
  // Uses one connection, so that connection setup is not measured.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const kinds = Object.entries(logins).map(([name, login]) => ({ name, login, times: [] as number[] }))
  const said = new Set<string>()
  const sample = async (rounds: number): Promise<void> => {
    for (let round = 0; round < rounds; round++) {
      for (const { login, times } of shuffled(kinds)) {
        await before()
        const answer = await timed(url, agent, login)
        times.push(answer.milliseconds)
        said.add(answer.said)
      }
    }
  }
  const telling = () =>
    kinds
      .flatMap((one, index) =>
        kinds.slice(index + 1).map((other) => ({
          pair: `${one.name}, ${other.name}`,
          area: areaUnderCurve(one.times, other.times),
        })),
      )
      .filter(({ area }) => Math.abs(area - 0.5) > MAX_DISTANCE)

  try {
    for (const { login } of kinds) await timed(url, agent, login)
    // With few samples the result may exceed the limits by chance, so more samples are taken. A real difference remains.
    const few = scaled(100, 500)
    for (const rounds of [few, few, few, few, few * 2, few * 2]) {
      await sample(rounds)
      if (telling().length === 0) break
    }
    return { telling: telling(), said }
  } finally {
    agent.destroy()
  }
}

async function timed(
  url: string,
  agent: Agent,
  login: object,
): Promise<{ milliseconds: number; said: string }> {
  const body = JSON.stringify(login)
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const start = performance.now()
  return new Promise((resolve, reject) => {
    request(url, { method: 'POST', agent, headers }, async (response) => {
      const said = await text(response)
      const { 'x-request-id': _id, date: _date, ...others } = response.headers
      resolve({
        milliseconds: performance.now() - start,
        said: JSON.stringify([response.statusCode, others, said]),
      })
    })
      .on('error', reject)
      .end(body)
  })
}

/** Returns a random order for each round, so that no kind always follows the same other kind. */
function shuffled<T>(kinds: readonly T[]): T[] {
  return kinds
    .map((kind) => ({ kind, order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ kind }) => kind)
}
