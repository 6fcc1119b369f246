import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, isIP, type Socket } from 'node:net'
import type { MetricsText } from '../../../platform/observability/metrics.ts'

const PATH = '/metrics'
const MAX_CONNECTIONS = 64
const SLOW_CLIENT_MS = 10_000
const CHECK_INTERVAL_MS = 1000
const MAX_HEADER_BYTES = 8 * 1024
const UNKNOWN_HOST =
  'This listener does not have this name. Use its IP address or a name without dots, or set metrics.host to the name.\n'

interface MetricsListenerOptions {
  readonly host: string
  readonly port: number
  readonly metrics: () => Promise<MetricsText>
  readonly onProblem: (error: unknown) => void
}

export type MetricsListener = Awaited<ReturnType<typeof openMetricsListener>>

/**
 * Opens the listener that Prometheus reads the metrics from. It is separate from the service, so that a proxy that
 * publishes the service does not publish the metrics. See docs/decisions/0037-metrics-and-traces.md.
 */
export async function openMetricsListener(options: MetricsListenerOptions) {
  const { host, port, onProblem } = options
  const connections = createConnectionLimit(MAX_CONNECTIONS)
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: SLOW_CLIENT_MS,
      requestTimeout: SLOW_CLIENT_MS,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
    },
    (request, response) => {
      connections.setBusy(request.socket, true)
      response.once('close', () => connections.setBusy(request.socket, false))
      respond(request, response, options).catch((error: unknown) => {
        onProblem(error)
        if (response.headersSent) response.destroy()
        else send(response, 500, 'The metrics could not be read.\n')
      })
    },
  )
  server.on('connection', connections.add)
  server.listen(port, host)
  await once(server, 'listening')
  // An error of an open listener, such as too many open files, must not end the process.
  server.on('error', onProblem)
  return {
    /** The URL for Prometheus. */
    url: `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}${PATH}`,
    async close(): Promise<void> {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/**
 * Limits the number of connections. Above it, the oldest connection without a request is closed, so that connections that
 * send nothing do not prevent scrapes.
 */
function createConnectionLimit(maxConnections: number) {
  const isBusy = new Map<Socket, boolean>()
  return {
    add(socket: Socket): void {
      if (isBusy.size >= maxConnections) {
        const [idle] = [...isBusy].find(([, busy]) => !busy) ?? []
        if (!idle) {
          socket.destroy()
          return
        }
        isBusy.delete(idle)
        idle.destroy()
      }
      isBusy.set(socket, false)
      socket.once('close', () => isBusy.delete(socket))
    },
    setBusy(socket: Socket, busy: boolean): void {
      if (isBusy.has(socket)) isBusy.set(socket, busy)
    },
  }
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  { host, metrics }: Pick<MetricsListenerOptions, 'host' | 'metrics'>,
): Promise<void> {
  const { method, url = '' } = request
  // A body is not read.
  if (request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined)
    response.setHeader('Connection', 'close')
  if (!isOwnHost(request.headers.host, host)) return send(response, 421, UNKNOWN_HOST)
  if (url.split('?')[0] !== PATH) return send(response, 404, `The metrics are at ${PATH}.\n`)
  if (method !== 'GET' && method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD')
    return send(response, 405, 'Use GET.\n')
  }
  const { contentType, text } = await metrics()
  send(response, 200, text, contentType)
}

/** The public DNS has no such names, so no website can have one. */
const PRIVATE_DOMAINS = ['local', 'internal', 'svc']

/**
 * Returns whether a request may name this host: an IP address, a name that a website cannot have (without a dot, such as
 * `localhost`, or in a private domain), or the configured one. A website whose name leads to this address (DNS rebinding) could
 * otherwise read the metrics with the browser of a visitor.
 */
export function isOwnHost(header: string | undefined, configuredHost: string): boolean {
  // HTTP/1.0. Browsers always send it.
  if (header === undefined) return true
  const [, bracketed, given = ''] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(header) ?? []
  if (bracketed !== undefined) return isIP(bracketed) === 6
  const name = given.toLowerCase().replace(/\.$/, '')
  if (isIP(name) === 4 || name === configuredHost.toLowerCase()) return true
  if (!/^[a-z\d_-]+(?:\.[a-z\d_-]+)*$/.test(name)) return false
  const [last = '', ...others] = name.split('.').toReversed()
  return others.length === 0 ? !/^\d+$/.test(last) : PRIVATE_DOMAINS.includes(last)
}

function send(
  response: ServerResponse,
  status: number,
  text: string,
  contentType = 'text/plain; charset=utf-8',
): void {
  response.writeHead(status, {
    'Content-Type': contentType,
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  })
  response.end(text)
}
