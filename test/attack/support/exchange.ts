import { connect, type Socket } from 'node:net'

export interface Exchange {
  /** Everything that the server sent. */
  readonly received: string
  /** Whether the server closed the connection. */
  readonly closed: boolean
  /** The status of each response in order, without "100 Continue". */
  readonly statuses: readonly number[]
}

const PATIENCE_MILLISECONDS = 20_000

/**
 * Writes bytes to a connection unchanged and keeps it open, so that a second response would be seen. Resolves
 * when the server closes it, or when nothing arrives for `quietMilliseconds` after the first response. A server
 * that announces `Connection: close` gets more time.
 */
export async function exchange(
  origin: string,
  bytes: string | Buffer,
  quietMilliseconds = 60,
): Promise<Exchange> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  const pieces: Buffer[] = []
  const closed = await new Promise<boolean>((resolve) => {
    let timer = setTimeout(() => resolve(false), PATIENCE_MILLISECONDS)
    const wait = (milliseconds: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => resolve(false), milliseconds)
    }
    let isToBeClosed = false
    socket
      .on('data', (piece: Buffer) => {
        pieces.push(piece)
        isToBeClosed ||= /^connection: close/im.test(piece.toString('latin1'))
        wait(isToBeClosed ? PATIENCE_MILLISECONDS : quietMilliseconds)
      })
      .on('error', () => {}) // a reset also closes the connection
      .on('close', () => {
        clearTimeout(timer)
        resolve(true)
      })
    socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
  })
  socket.destroy()
  const received = Buffer.concat(pieces).toString('latin1')
  const statuses = [...received.matchAll(/^HTTP\/1\.1 ([2-5]\d\d) /gm)].map(([, status]) => Number(status))
  return { received, closed, statuses }
}

/** Resolves with the milliseconds after which the server has closed a connection. */
export async function timeUntilClosed(socket: Socket): Promise<number> {
  const start = performance.now()
  return new Promise((resolve) => {
    socket.on('error', () => {}).once('close', () => resolve(performance.now() - start))
    socket.resume()
  })
}
