import { createHash } from 'node:crypto'
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Socket } from 'node:net'
import type { WebSocketUpgrade } from '../../../core/check/http/websocket-upgrade.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import { forwardedResponseHeaders, MAX_HEADER_BYTES } from './response-headers.ts'
import type { UpstreamResponse } from './upstream-exchange.ts'
import type { UpstreamSettings } from './upstream-settings.ts'

interface HandshakeOptions {
  readonly settings: UpstreamSettings
  readonly target: string
  /** Names and values in turn. */
  readonly headers: readonly string[]
  /** `Sec-WebSocket-Key` of the client. */
  readonly key: string | undefined
  /** The upstream service has accepted the WebSocket. */
  readonly onAccepted: (response: IncomingMessage, socket: Socket, head: Buffer) => void
  /** The upstream service has sent an ordinary response. */
  readonly onResponse: (response: HandshakeResponse) => void
  readonly onFailure: (failure: Error) => void
}

/** A complete response without a WebSocket. */
export type HandshakeResponse = UpstreamResponse & { readonly body: Buffer }

/** A response without a WebSocket is an error message, or at most a small document. */
const MAX_BODY_BYTES = 64 * 1024

/**
 * Asks the upstream service for a WebSocket, on a connection of its own. One time limit applies to the whole response
 * without a WebSocket. Returns the function that ends the handshake, with a failure or without calling any function.
 */
export function requestWebSocket(options: HandshakeOptions): (failure?: Error) => void {
  const { settings, target, headers, key, onAccepted, onResponse, onFailure } = options
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
    settings.responseTimeoutSeconds * 1000,
  )
  let isDecided = false
  const decide = (act: () => void): void => {
    if (isDecided) return
    isDecided = true
    clearTimeout(timer)
    act()
  }
  const fail = (failure: Error): void => {
    decide(() => onFailure(failure))
    handshake.destroy()
  }
  handshake.on('upgrade', (response, socket, head) => {
    socket.on('error', () => {}) // the upstream service has disconnected
    if (isAccepted(response, key)) decide(() => onAccepted(response, socket, head))
    else {
      socket.destroy()
      fail(new Error('the upstream service switched to another protocol'))
    }
  })
  handshake.on('information', ({ statusCode }) => {
    if (statusCode === 101) fail(new Error('the upstream service switched to no protocol'))
  })
  handshake.on('response', (response) => {
    const chunks: Buffer[] = []
    let length = 0
    response.on('error', fail)
    response.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > MAX_BODY_BYTES) fail(new Error('the response to a WebSocket handshake is too long'))
      else chunks.push(chunk)
    })
    response.on('end', () => {
      const { statusCode: status = 0, headers } = response
      decide(() => onResponse({ status, headers, body: Buffer.concat(chunks) }))
    })
  })
  // Also after the decision: a connection that is destroyed may report an error.
  handshake.on('error', fail)
  handshake.end()
  return (failure) => {
    if (failure) fail(failure)
    decide(() => {})
    handshake.destroy()
  }
}

const WEBSOCKET_GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

/** Whether the response proves that the upstream service has read the handshake as one (RFC 6455, 4.1). */
function isAccepted({ statusCode, headers }: IncomingMessage, key: string | undefined): boolean {
  return (
    statusCode === 101 &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    key !== undefined &&
    headers['sec-websocket-accept'] === createHash('sha1').update(`${key}${WEBSOCKET_GUID}`).digest('base64')
  )
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

interface TunnelOptions {
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
