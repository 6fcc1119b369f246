import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Connection, takeConnections } from './connection.ts'
import { type LoadOrder, type LoadOutcome, TOKEN_PLACEHOLDER } from './order.ts'

// The child process of `load.ts`: runs orders, possibly several at a time, and sends back their outcomes.
process.on('message', (message: { id: number; order: LoadOrder }) => {
  run(message.order).then(
    (outcome) => process.send?.({ id: message.id, outcome }),
    (error: unknown) => process.send?.({ id: message.id, problem: String(error) }),
  )
})
process.on('disconnect', () => process.exit())

async function run(order: LoadOrder): Promise<LoadOutcome> {
  const { port, requests = Number.POSITIVE_INFINITY, milliseconds = Number.POSITIVE_INFINITY } = order
  const nextRequest = requestsOf(order)
  const connections = await takeConnections(port, order.connections)
  const latencies: number[] = []
  let errors = 0
  let sent = 0
  const cpu = process.cpuUsage()
  const begin = performance.now()

  const isDue = (): boolean => sent < requests && performance.now() - begin < milliseconds
  const exchange = async (connection: Connection): Promise<boolean> => {
    sent++
    const sentAt = performance.now()
    const isGood = await connection.send(nextRequest())
    if (!isGood) errors++
    latencies.push(performance.now() - sentAt)
    return isGood
  }

  await (order.perSecond === undefined ? oneAfterAnother() : atRate(order.perSecond))
  const { user, system } = process.cpuUsage(cpu)
  for (const connection of connections) connection.release()
  return {
    responses: latencies.length,
    errors,
    milliseconds: performance.now() - begin,
    cpuMilliseconds: (user + system) / 1000,
    latencies: order.wantsLatencies ? latencies : [],
  }

  async function oneAfterAnother(): Promise<void> {
    await Promise.all(
      connections.map(async (connection) => {
        // A broken connection would fail repeatedly without a pause.
        while (isDue() && (await exchange(connection)));
      }),
    )
  }

  async function atRate(perSecond: number): Promise<void> {
    const free = [...connections]
    const underWay = new Set<Promise<void>>()
    while (isDue()) {
      const dueIn = (sent * 1000) / perSecond - (performance.now() - begin)
      // In turn, because the service closes idle connections.
      const connection = dueIn <= 0 ? free.shift() : undefined
      if (!connection) {
        await sleep(Math.max(1, Math.ceil(dueIn)))
        continue
      }
      const exchanged = exchange(connection).then(() => {
        free.push(connection)
        underWay.delete(exchanged)
      })
      underWay.add(exchanged)
    }
    await Promise.all(underWay)
  }
}

interface TokenRequests {
  readonly requests: readonly Buffer[]
  /** The number of requests sent so far. The next order continues there. */
  sent: number
}

const requestsByFile = new Map<string, TokenRequests>()

/** Returns a function that returns the next request. */
function requestsOf({ request, tokenFile }: LoadOrder): () => Buffer {
  if (tokenFile === undefined) {
    const bytes = Buffer.from(request)
    return () => bytes
  }
  const ofFile = requestsByFile.get(tokenFile) ?? {
    requests: readTokens(tokenFile).map((token) => withToken(request, token)),
    sent: 0,
  }
  requestsByFile.set(tokenFile, ofFile)
  return () => ofFile.requests[ofFile.sent++ % ofFile.requests.length] ?? Buffer.alloc(0)
}

function readTokens(file: string): readonly string[] {
  return readFileSync(file, 'utf8').trim().split('\n')
}

function withToken(request: string, token: string): Buffer {
  return Buffer.from(request.replace(TOKEN_PLACEHOLDER, token))
}
