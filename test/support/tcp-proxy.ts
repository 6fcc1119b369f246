import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A TCP proxy between a node and a server that can interrupt the connection. */
export interface TcpProxy {
  /** The server's URL through the proxy. */
  readonly url: string
  /** Closes every connection and accepts no new one. */
  cut(): void
  heal(): void
  close(): Promise<void>
}

export async function startTcpProxy(serverUrl: string): Promise<TcpProxy> {
  const target = new URL(serverUrl)
  const sockets = new Set<Socket>()
  let isCut = false

  const keep = (socket: Socket): Socket => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    return socket.setNoDelay()
  }
  const endAll = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  const server = createServer((near) => {
    if (isCut) return void near.destroy()
    const far = keep(connect(Number(target.port), target.hostname))
    keep(near).pipe(far).pipe(near)
    near.on('error', () => {}).once('close', () => far.destroy())
    far.on('error', () => {}).once('close', () => near.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const url = new URL(serverUrl)
  url.port = String(typeof address === 'object' && address ? address.port : 0)

  return {
    url: url.href,
    cut() {
      isCut = true
      endAll()
    },
    heal() {
      isCut = false
    },
    async close() {
      server.close()
      endAll()
    },
  }
}
