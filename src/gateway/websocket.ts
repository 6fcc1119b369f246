import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Socket } from 'node:net'
import type { WebSocketUpgrade } from '../http/websocket-upgrade.ts'
import { Refusal } from '../refusal.ts'
import type { UpstreamSettings } from '../settings/upstream.ts'
import { forwardedResponseHeaders, MAX_HEADER_BYTES } from './response-headers.ts'

export interface HandshakeOptions {
  readonly settings: UpstreamSettings
  readonly target: string
  /** Names and values in turn. */
  readonly headers: readonly string[]
  /** The upstream service has accepted the WebSocket. */
  readonly onAccepted: (response: IncomingMessage, socket: Socket, head: Buffer) => void
  /** The upstream service has sent an ordinary response. */
  readonly onResponse: (response: IncomingMessage) => void
  readonly onFailure: (failure: Error) => void
}

/** Asks the upstream service for a WebSocket, on a connection of its own. Returns the function that cancels the handshake;
 * then none of the functions is called. */
export function requestWebSocket(options: HandshakeOptions): () => void {
  const { settings, target, headers, onAccepted, onResponse, onFailure } = options
  const send = settings.url.startsWith('https:') ? httpsRequest : httpRequest
  const handshake: ClientRequest = send(settings.url, {
    path: target,
    headers: [
      ...headers,
      'Host',
      new URL(settings.url).host,
      'Connection',
      'Upgrade',
      'Upgrade',
      'websocket',
    ],
    agent: false,
    maxHeaderSize: MAX_HEADER_BYTES,
  })
  const timer = setTimeout(
    () => handshake.destroy(new Refusal('upstream-timeout')),
    (settings.connectTimeoutSeconds + settings.responseTimeoutSeconds) * 1000,
  )
  let isDecided = false
  const decide = (act: () => void): void => {
    if (isDecided) return
    isDecided = true
    clearTimeout(timer)
    act()
  }
  handshake.on('upgrade', (response, socket, head) =>
    decide(() => {
      if (response.headers.upgrade?.toLowerCase() === 'websocket') onAccepted(response, socket, head)
      else {
        socket.destroy()
        onFailure(new Error('the upstream service switched to another protocol'))
      }
    }),
  )
  handshake.on('response', (response) => decide(() => onResponse(response)))
  // Also after the decision: a connection that is destroyed may report an error.
  handshake.on('error', (error) => decide(() => onFailure(error)))
  handshake.end()
  return () => {
    decide(() => {})
    handshake.destroy()
  }
}

/** Returns the head of the response that tells the client to switch; undefined if a header is malformed. */
export function switchingResponse(
  response: IncomingMessage,
  settings: UpstreamSettings,
  requestId: string,
): string | undefined {
  const forwarded = forwardedResponseHeaders(response.headers, settings.url)
  if (!forwarded) return undefined
  const lines = Object.entries(forwarded).flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}: ${one}`),
  )
  const own = ['Connection: Upgrade', 'Upgrade: websocket', `X-Request-Id: ${requestId}`]
  return ['HTTP/1.1 101 Switching Protocols', ...own, ...lines, '', ''].join('\r\n')
}

export interface TunnelOptions {
  readonly client: WebSocketUpgrade
  readonly upstream: { readonly socket: Socket; readonly head: Buffer }
  readonly idleMilliseconds: number
  readonly onClose: () => void
}

/** Connects two sockets until one of them closes or nothing is sent for a while. Returns the function that closes both. */
export function joinSockets({ client, upstream, idleMilliseconds, onClose }: TunnelOptions): () => void {
  const sockets = [client.socket, upstream.socket] as const
  let isClosed = false
  const close = (): void => {
    if (isClosed) return
    isClosed = true
    for (const socket of sockets) socket.destroySoon()
    onClose()
  }
  for (const socket of sockets) {
    socket.setNoDelay(true)
    socket.setTimeout(idleMilliseconds, () => socket.destroy())
    socket.on('error', () => {}) // followed by "close"
    socket.once('close', close)
  }
  if (client.head.length > 0) upstream.socket.write(client.head)
  if (upstream.head.length > 0) client.socket.write(upstream.head)
  client.socket.pipe(upstream.socket)
  upstream.socket.pipe(client.socket)
  return () => {
    for (const socket of sockets) socket.destroy()
  }
}
