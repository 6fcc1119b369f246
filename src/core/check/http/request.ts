import { isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type IncomingCall, pathOfCall } from '../../../platform/http/call/incoming-call.ts'
import type { TrustedProxies } from '../../../platform/http/call/trusted-proxies.ts'
import { unmapIPv4 } from '../../../platform/network/network.ts'
import type { Client } from '../../session/session.ts'

const TRUSTED_PROXIES: unique symbol = Symbol('application.trustProxy')

declare module 'fastify' {
  interface FastifyInstance {
    /** Whose forwarded addresses and hosts the requests to the routes of this scope believe. */
    readonly [TRUSTED_PROXIES]?: TrustedProxies
  }
}

/** Makes a scope and its children believe these proxies only, whatever the app has set as Fastify's `trustProxy`. */
export function trustProxies(scope: FastifyInstance, proxies: TrustedProxies): void {
  if (!scope.hasDecorator(TRUSTED_PROXIES)) scope.decorate(TRUSTED_PROXIES, proxies)
}

/** Returns the client's address: the peer's, or the one that a trusted proxy forwards. */
export function addressOf(request: FastifyRequest): string {
  const proxies = request.server[TRUSTED_PROXIES]
  // The service's own apps have `application.trustProxy` as Fastify's option.
  return proxies ? clientBehind(proxies, request).remoteAddress : addressByApp(request)
}

/** Returns the host that the client has addressed. */
function hostOf(request: FastifyRequest): string {
  const proxies = request.server[TRUSTED_PROXIES]
  if (!proxies) return request.host
  // HTTP/2 has a pseudo header.
  const { host, ':authority': authority } = request.raw.headers
  return clientBehind(proxies, request).host ?? host ?? String(authority ?? '')
}

function clientBehind(proxies: TrustedProxies, { raw }: FastifyRequest) {
  return proxies.clientOf({ remoteAddress: raw.socket.remoteAddress ?? '', headers: raw.headers })
}

function addressByApp(request: FastifyRequest): string {
  const peer = request.raw.socket.remoteAddress ?? ''
  // A trusted proxy may forward a value that the client made up.
  const { ip } = request
  const address = ip === peer || isIP(ip) ? ip : peer
  return unmapIPv4(address)
}

export function clientOf(request: FastifyRequest): Client {
  return { address: addressOf(request), userAgent: request.headers['user-agent'] ?? '' }
}

/** Returns the path of a request as it was sent, without the query. */
export function pathOf(request: FastifyRequest): string {
  return pathOfCall({ url: request.raw.url ?? '' })
}

/** Returns the description of a request that the checks of the caller work on. */
export function toIncomingCall(request: FastifyRequest): IncomingCall {
  const { url = '', headers, rawHeaders } = request.raw
  return {
    method: request.method,
    url,
    headers,
    rawHeaders,
    remoteAddress: addressOf(request),
    host: hostOf(request),
  }
}
