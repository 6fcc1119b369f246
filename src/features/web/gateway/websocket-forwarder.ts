import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { recordResponse } from '../../../core/check/http/access-log.ts'
import { sendError } from '../../../core/check/http/envelope.ts'
import type { WebSocketUpgrade } from '../../../core/check/http/websocket-upgrade.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import {
  type ForwarderOptions,
  type GatewayCall,
  headersFor,
  logDisconnect,
  refuseFailedCall,
  targetFor,
} from './gateway-call.ts'
import { forwardedResponseHeaders, isFinalStatus, setForwardedHeaders } from './response-headers.ts'
import { type HandshakeResponse, joinSockets, requestWebSocket, switchingResponse } from './websocket.ts'

/** Creates the function that connects a client with a WebSocket of the upstream service. */
export function createWebSocketForwarder(options: ForwarderOptions) {
  const { settings, openCalls, outage, startCall } = options
  let open = 0

  return (call: GatewayCall, client: WebSocketUpgrade): void => {
    const { request, reply, check } = call
    const target = targetFor(request)
    // A limit of the gateway, not a failure of the upstream service.
    if (open >= settings.maxWebSockets) throw new Refusal('unavailable')
    const upstreamCall = startCall()
    const headers = headersFor(request, options, upstreamCall.traceparent)

    const fail = (failure: Error): void => refuseFailedCall(call, failure, upstreamCall, outage)

    const respond = ({ status, headers, body }: HandshakeResponse): void => {
      const forwarded = forwardedResponseHeaders(headers, settings.url)
      if (!forwarded || !isFinalStatus(status)) {
        fail(new Error('the response has a malformed status or header'))
        return
      }
      outage.recovered()
      upstreamCall.end(status)
      setForwardedHeaders(reply.code(status), forwarded)
      reply.send(body.length === 0 ? undefined : body)
    }

    const join = (response: IncomingMessage, socket: Socket, head: Buffer): void => {
      if (client.socket.destroyed) {
        socket.destroy()
        return
      }
      const switching = switchingResponse(response, settings, request.id)
      if (switching === undefined) {
        socket.destroy()
        fail(new Error('the response has a malformed header'))
        return
      }
      outage.recovered()
      upstreamCall.end('websocket')
      recordResponse(request)
      reply.hijack()
      reply.raw.off('close', onClose)
      reply.raw.statusCode = 101
      reply.raw.detachSocket(client.socket)
      client.socket.write(switching, 'latin1')
      const end = joinSockets({
        client,
        upstream: { socket, head },
        idleMilliseconds: settings.idleTimeoutSeconds * 1000,
        onClose() {
          open--
          remove()
          request.server.logResponse?.(request, reply, undefined)
        },
      })
      remove()
      remove = openCalls.add({ check, end, isUnbounded: true })
    }

    /** For events of the handshake, where an exception would end the process. */
    const guarded =
      <Given extends unknown[]>(act: (...given: Given) => void) =>
      (...given: Given): void => {
        try {
          act(...given)
        } catch (error) {
          if (reply.sent || reply.raw.headersSent) client.socket.destroy()
          else sendError(error, request, reply)
        }
      }

    open++
    const endHandshake = requestWebSocket({
      settings,
      target,
      headers,
      key: request.headers['sec-websocket-key'],
      onResponse: guarded(respond),
      onFailure: guarded(fail),
      onAccepted: guarded(join),
    })
    let remove = openCalls.add({ check, end: endHandshake, isUnbounded: false })
    const onClose = (): void => {
      open--
      remove()
      endHandshake()
      upstreamCall.end('client-disconnected')
      logDisconnect(call)
    }
    reply.raw.once('close', onClose)
  }
}
