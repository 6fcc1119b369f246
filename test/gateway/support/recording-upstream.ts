import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as a service behind a proxy has received it. */
export interface ReceivedRequest {
  readonly method: string
  readonly url: string
  /** Names in lower case, in the order of arrival, with duplicates. */
  readonly headers: readonly (readonly [string, string])[]
}

export interface RecordingUpstream {
  readonly port: number
  /** Returns the requests since the last call. */
  take(): ReceivedRequest[]
  close(): Promise<void>
}

/** A request whose path ends with it gets no response: the service closes the connection. */
export const BREAKING_ID = 'breaks'

/** A request whose path ends with it gets a response that browsers may store. */
export const CACHED_ID = 'cached'

/** Starts a service that responds to every request with `{"code":200,"served":true}` and records it. */
export async function startRecordingUpstream(): Promise<RecordingUpstream> {
  let received: ReceivedRequest[] = []
  const server = createServer((request, response) => {
    const { method = '', url = '', rawHeaders } = request
    const names = rawHeaders.filter((_, index) => index % 2 === 0)
    const headers = names.map((name, index) => [name.toLowerCase(), rawHeaders[2 * index + 1] ?? ''] as const)
    received.push({ method, url, headers })
    if (url.endsWith(`/${BREAKING_ID}`)) return void request.destroy()
    request.resume()
    response.setHeader('content-type', 'application/json')
    // As a service that has its own idea of which pages may read it.
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-credentials', 'true')
    response.setHeader('access-control-expose-headers', 'ETag')
    response.setHeader('vary', 'Accept')
    if (url.endsWith(`/${CACHED_ID}`)) response.setHeader('cache-control', 'private, max-age=60')
    response.end('{"code":200,"served":true}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    take() {
      const taken = received
      received = []
      return taken
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
