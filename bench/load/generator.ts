import { setTimeout as sleep } from 'node:timers/promises'
import { type Connection, takeConnections } from './connection.ts'
import type { LoadOrder, LoadOutcome } from './order.ts'

// The process behind `load.ts`: carries out orders, several at once if need be, and answers each with its outcome.
process.on('message', (message: { id: number; order: LoadOrder }) => {
  carryOut(message.order).then(
    (outcome) => process.send?.({ id: message.id, outcome }),
    (error: unknown) => process.send?.({ id: message.id, problem: String(error) }),
  )
})
process.on('disconnect', () => process.exit())

async function carryOut(order: LoadOrder): Promise<LoadOutcome> {
  const { port, requests = Number.POSITIVE_INFINITY, milliseconds = Number.POSITIVE_INFINITY } = order
  const request = Buffer.from(order.request)
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
    const isGood = await connection.send(request)
    if (!isGood) errors++
    latencies.push(performance.now() - sentAt)
    return isGood
  }

  await (order.perSecond === undefined ? eachInTurn() : atPace(order.perSecond))
  const { user, system } = process.cpuUsage(cpu)
  for (const connection of connections) connection.giveBack()
  return {
    answers: latencies.length,
    errors,
    milliseconds: performance.now() - begin,
    cpuMilliseconds: (user + system) / 1000,
    latencies: order.wantsLatencies ? latencies : [],
  }

  async function eachInTurn(): Promise<void> {
    await Promise.all(
      connections.map(async (connection) => {
        // A broken one would fail again and again, without a pause.
        while (isDue() && (await exchange(connection)));
      }),
    )
  }

  async function atPace(perSecond: number): Promise<void> {
    const free = [...connections]
    const underWay = new Set<Promise<void>>()
    while (isDue()) {
      const dueIn = (sent * 1000) / perSecond - (performance.now() - begin)
      // In turn: the service cuts off a connection over which nothing comes.
      const connection = dueIn <= 0 ? free.shift() : undefined
      if (!connection) {
        // No more often than there is something to send: to wake up takes of the machine too.
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
