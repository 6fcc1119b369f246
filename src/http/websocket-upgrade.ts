import { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'

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
export function routeWebSocketUpgrades(app: FastifyInstance): void {
  app.server.on('upgrade', (raw: IncomingMessage, connection: Duplex, head: Buffer) => {
    // The connection is the socket of the request.
    const { socket } = raw
    connection.on('error', () => {}) // the client has disconnected
    upgrades.set(raw, { socket, head })
    const response = new ServerResponse(raw)
    response.shouldKeepAlive = false
    response.assignSocket(socket)
    response.once('finish', () => socket.destroySoon())
    app.routing(raw, response)
  })
}
