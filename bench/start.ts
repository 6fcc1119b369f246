import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ByEffort, Effort } from './harness/effort.ts'
import { residentBytesOf } from './harness/memory.ts'
import { type Result, ratioAtMost, resultOf } from './harness/result.ts'
import { interleave } from './harness/rounds.ts'
import { figureOf, ratioOf } from './harness/statistics.ts'
import { startCastellan } from './servers/castellan.ts'
import { type Place, preparePlace } from './servers/place.ts'
import { type Server, startServer, TELLING } from './servers/server.ts'

const ROUNDS: ByEffort<number> = { full: 8, quick: 2, smoke: 1 }
const IDLE_MILLISECONDS: ByEffort<number> = { full: 500, quick: 300, smoke: 1 }
const HEALTH = '/api/v1/health'
const MEGABYTE = 1024 * 1024

/** From the start of the process to its first answer, and the memory that it holds when it has nothing to do. */
export async function measureStart(effort: Effort): Promise<Result[]> {
  const place = await preparePlace(10)
  const memory: Record<'castellan' | 'bare', number[]> = { castellan: [], bare: [] }
  const turn = (name: keyof typeof memory, start: () => Promise<Server>) => async () => {
    const begin = performance.now()
    const server = await start()
    try {
      const answer = await fetch(`http://127.0.0.1:${server.port}${HEALTH}`)
      if (!answer.ok) throw new Error(`${name} answers with ${answer.status}`)
      await answer.text()
      const taken = performance.now() - begin
      await sleep(IDLE_MILLISECONDS[effort])
      memory[name].push(residentBytesOf(server.pid) / MEGABYTE)
      return taken
    } finally {
      await server.end()
    }
  }
  try {
    const taken = await interleave(ROUNDS[effort], {
      castellan: turn('castellan', () => startCastellan(place)),
      bare: turn('bare', () => startBare(place)),
    })
    const against = 'bare Fastify with the same database driver'
    return [
      resultOf({
        id: 'start',
        unit: 'ms',
        value: figureOf(taken.castellan),
        against,
        ratio: ratioOf(taken.castellan, taken.bare),
        targets: [ratioAtMost(3)],
      }),
      resultOf({
        id: 'start-memory',
        unit: 'MiB',
        value: figureOf(memory.castellan),
        against,
        ratio: ratioOf(memory.castellan, memory.bare),
        targets: [ratioAtMost(3)],
      }),
    ]
  } finally {
    await place.remove()
  }
}

function startBare({ folder }: Place): Promise<Server> {
  const app = join(import.meta.dirname, 'peers', 'bare-fastify.mjs')
  const database = join(folder, 'castellan.db')
  return startServer(['--import', TELLING, app, '--path', HEALTH, '--database', database], folder)
}
