import { connect, type Socket } from 'node:net'
import { eventually } from '../../support/eventually.ts'

/** A connection on which a test writes and reads bytes. */
export interface RawClient {
  readonly socket: Socket
  write(bytes: string): void
  received(): string
  /** Resolves when the received bytes contain the text. */
  until(text: string): Promise<string>
  /** Resolves when the connection is closed. */
  closed(): Promise<void>
  close(): void
}

export function connectTo(origin: string): RawClient {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  let received = ''
  let isClosed = false
  socket.on('error', () => {})
  socket.on('data', (bytes) => {
    received += bytes.toString('latin1')
  })
  socket.once('close', () => {
    isClosed = true
  })
  return {
    socket,
    write: (bytes) => void socket.write(bytes, 'latin1'),
    received: () => received,
    until: (text) =>
      eventually(() => {
        if (!received.includes(text)) throw new Error(`not received: ${text}\nreceived: ${received}`)
        return received
      }),
    closed: () =>
      eventually(() => {
        if (!isClosed) throw new Error('the connection is open')
      }),
    close: () => void socket.destroy(),
  }
}

/** Returns a request with these lines after the host. */
export function requestText(method: string, target: string, lines: readonly string[]): string {
  return [`${method} ${target} HTTP/1.1`, 'Host: gateway.example', ...lines, '', ''].join('\r\n')
}

export function handshakeText(target: string, lines: readonly string[] = []): string {
  return requestText('GET', target, [
    'Connection: keep-alive, Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ...lines,
  ])
}
