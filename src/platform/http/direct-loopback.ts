import type { IncomingMessage } from 'node:http'
import { isLoopbackHost } from '../settings/addresses.ts'

/** Headers with which proxies name themselves or the client, besides `X-Forwarded-*`. */
const PROXY_HEADERS = new Set([
  'forwarded',
  'via',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-original-forwarded-for',
  'x-envoy-external-address',
  'true-client-ip',
  'cf-connecting-ip',
  'cf-connecting-ipv6',
  'fastly-client-ip',
])

type ReceivedRequest = Pick<IncomingMessage, 'socket' | 'headers'>

/** Returns whether a program on this machine sent the request without a proxy in between, and not for a page of another site. */
export function isDirectLoopback(request: ReceivedRequest): boolean {
  // A page of another site has an origin.
  return request.headers.origin === undefined && isFromThisMachine(request)
}

/**
 * Returns whether a program on this machine sent the request without a proxy in between. Headers can only rule this out: the
 * address is that of the connection, whatever `application.trustProxy` says.
 */
export function isFromThisMachine({ socket, headers }: ReceivedRequest): boolean {
  const address = socket.remoteAddress?.replace(/^::ffff:/i, '') ?? ''
  if (!isLoopbackHost(address)) return false
  const names = Object.keys(headers)
  if (names.some((name) => PROXY_HEADERS.has(name) || name.startsWith('x-forwarded'))) return false
  // With DNS rebinding, a page of another site has the name of its own host.
  return isLoopbackHost(hostnameOf(headers.host ?? ''))
}

function hostnameOf(host: string): string {
  return /^(\[[\da-f:]+\]|[a-z\d.-]+)(:\d+)?$/i.exec(host)?.[1]?.toLowerCase() ?? ''
}
