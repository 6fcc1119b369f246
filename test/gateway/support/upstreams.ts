import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** An upstream service of a test. */
export interface TestUpstream {
  readonly url: string
  close(): Promise<void>
}

export interface HttpUpstream extends TestUpstream {
  /** All requests that have arrived. */
  readonly requests: readonly IncomingMessage[]
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void
type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/** Starts an ordinary service. */
export async function startUpstream(handler: Handler, onUpgrade?: UpgradeHandler): Promise<HttpUpstream> {
  const requests: IncomingMessage[] = []
  const server = createHttpServer((request, response) => {
    requests.push(request)
    // The gateway may close the connection at any time.
    for (const stream of [request, response]) stream.on('error', () => {})
    handler(request, response)
  })
  if (onUpgrade) {
    server.on('upgrade', (request, socket, head) => {
      requests.push(request)
      onUpgrade(request, socket, head)
    })
  }
  return { requests, ...(await listen(server)) }
}

/** Starts a service that speaks no proper HTTP: the function gets each connection when its first bytes have arrived. */
export async function startRawUpstream(
  respond: (socket: Socket, firstBytes: string) => void,
): Promise<TestUpstream> {
  return listen(
    createServer((socket) => {
      socket.once('data', (bytes) => respond(socket, bytes.toString('latin1')))
    }),
  )
}

/** The address of a service that is down: nothing listens on the port of the discard protocol. */
export const DOWN_URL = 'http://127.0.0.1:9'

async function listen(server: Server): Promise<TestUpstream> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** Reads a whole body. */
export async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}
