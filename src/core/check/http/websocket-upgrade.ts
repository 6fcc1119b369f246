import { IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { OnRefusal } from '../../../platform/http/call/refused-call.ts'
import { sendRawResponse } from '../../../platform/http/responses/raw-response.ts'
import { SLOW_CLIENT_MILLISECONDS } from '../../../platform/http/server-options.ts'

const REQUESTED = Symbol('upgrade requested')

/**
 * A request that counts as an upgrade only if it asks for a WebSocket. Once a server has a listener for upgrades, Node
 * gives it every request with an `Upgrade` header, without its body; some clients send `Upgrade: h2c` with every request.
 * It is a class because Node's server creates requests with a constructor.
 */
export class WebSocketAwareRequest extends IncomingMessage {
  declare [REQUESTED]?: boolean

  // Node's parser writes this property first, then the headers, and reads it last.
  get upgrade(): boolean {
    return this[REQUESTED] === true && (this.method === 'CONNECT' || asksForWebSocket(this))
  }

  set upgrade(requested: boolean) {
    this[REQUESTED] = requested
  }
}

/** A WebSocket handshake has no body: what follows its headers would be read as frames. */
function asksForWebSocket({ method, headers }: IncomingMessage): boolean {
  return (
    method === 'GET' &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined
  )
}

/** The connection of a client that asks for a WebSocket. */
export interface WebSocketUpgrade {
  readonly socket: Socket
  /** The first bytes after the headers. */
  readonly head: Buffer
}

const upgrades = new WeakMap<IncomingMessage, WebSocketUpgrade>()

/** Returns the connection if the request asks for a WebSocket. */
export function upgradeOf(raw: IncomingMessage): WebSocketUpgrade | undefined {
  return upgrades.get(raw)
}

/**
 * Handles requests for a WebSocket like all other requests: the same hooks and checks run, and routes without
 * WebSocket support send an ordinary response. The connection is closed after it.
 */
export function routeWebSocketUpgrades(app: FastifyInstance, onRefusal: OnRefusal): void {
  const pendingResponses = countPendingResponses(app.server)

  app.server.on('upgrade', (raw: IncomingMessage, connection: Duplex, head: Buffer) => {
    // The connection is the socket of the request.
    const { socket } = raw
    connection.on('error', () => {}) // the client has disconnected
    // An exception here would end the process.
    try {
      if (pendingResponses.of(socket) > 0) refuseAfterEarlierResponses(socket, pendingResponses, onRefusal)
      else route(raw, socket, head)
    } catch {
      socket.destroy()
    }
  })

  function route(raw: IncomingMessage, socket: Socket, head: Buffer): void {
    upgrades.set(raw, { socket, head })
    const response = new ServerResponse(raw)
    response.shouldKeepAlive = false
    response.assignSocket(socket)
    response.once('finish', () => socket.destroySoon())
    app.routing(raw, response)
  }
}

/** Counts the requests of each connection that have no complete response yet: a client may send several at once. */
function countPendingResponses(server: Server) {
  const counts = new WeakMap<Socket, number>()
  const waiting = new WeakMap<Socket, () => void>()
  const of = (socket: Socket): number => counts.get(socket) ?? 0

  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    counts.set(socket, of(socket) + 1)
    response.once('close', () => {
      counts.set(socket, of(socket) - 1)
      if (of(socket) === 0) waiting.get(socket)?.()
    })
  })
  return {
    of,
    /** Calls the function when the last response on the connection has been sent. */
    whenSent: (socket: Socket, act: () => void) => void waiting.set(socket, act),
  }
}

/** The connection belongs to the earlier requests. No WebSocket client sends its handshake before their responses. */
function refuseAfterEarlierResponses(
  socket: Socket,
  pendingResponses: ReturnType<typeof countPendingResponses>,
  onRefusal: OnRefusal,
): void {
  // Node no longer watches the connection, so a client that does not read the responses would not be noticed.
  const timer = setTimeout(() => socket.destroy(), SLOW_CLIENT_MILLISECONDS).unref()
  socket.once('close', () => clearTimeout(timer))
  pendingResponses.whenSent(socket, () => {
    if (socket.writable) sendRawResponse(socket, '400 Bad Request', onRefusal)
    else socket.destroySoon()
  })
}
