import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Returns an unused port of 127.0.0.1 below the range of ephemeral ports. Otherwise an outgoing
 * connection could use the port, or connect to itself, while the server is stopped.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = randomInt(20_000, 30_000)
    if (await isFree(port)) return port
  }
  throw new Error('no free port between 20000 and 30000')
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
