import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import type { UpstreamSettings } from './upstream-settings.ts'
import { requestWebSocket } from './websocket.ts'

test('a handshake that is cancelled neither succeeds nor fails', async () => {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const settings: UpstreamSettings = {
    prefix: '/api/v1/chat',
    url: `http://127.0.0.1:${port}`,
    responseTimeoutSeconds: 600,
    idleTimeoutSeconds: 600,
    maxBodyBytes: 0,
    removeHeaders: [],
    maxConnections: 1,
    maxWebSockets: 1,
  }
  const outcomes: string[] = []
  const connected = once(server, 'connection')
  const cancel = requestWebSocket({
    settings,
    target: '/api/v1/chat',
    headers: [],
    key: undefined,
    onAccepted: () => outcomes.push('accepted'),
    onResponse: () => outcomes.push('response'),
    onFailure: () => outcomes.push('failure'),
  })
  const [socket] = (await connected) as [Socket]
  try {
    socket.on('error', () => {})
    const closed = once(socket.resume(), 'close')
    cancel()
    await closed
    expect(outcomes).toEqual([])
  } finally {
    socket.destroy()
    server.close()
  }
})
