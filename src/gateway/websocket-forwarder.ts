import type { IncomingMessage } from 'node:http'
import { sendError } from '../http/envelope.ts'
import type { WebSocketUpgrade } from '../http/websocket-upgrade.ts'
import type { OutageLog } from '../outage-log.ts'
import type { UpstreamSettings } from '../settings/upstream.ts'
import { type GatewayCall, headFor, logDisconnect } from './gateway-call.ts'
import type { OpenCalls } from './open-calls.ts'
import { forwardedResponseHeaders, setForwardedHeaders } from './response-headers.ts'
import { failureToRefusal, isUpstreamFailure } from './upstream-failure.ts'
import { joinSockets, requestWebSocket, switchingResponse } from './websocket.ts'

export interface WebSocketForwarderOptions {
  readonly settings: UpstreamSettings
  readonly signingSecret: string
  readonly openCalls: OpenCalls
  readonly outage: OutageLog
  readonly now: () => number
}

/** Creates the function that connects a client with a WebSocket of the upstream service. */
export function createWebSocketForwarder(options: WebSocketForwarderOptions) {
  const { settings, signingSecret, openCalls, outage, now } = options
  let open = 0

  return (call: GatewayCall, client: WebSocketUpgrade): void => {
    const { request, reply, check } = call
    const { target, headers } = headFor(request, signingSecret, now())

    const fail = (failure: Error): void => {
      const refusal = failureToRefusal(failure)
      if (isUpstreamFailure(refusal)) outage.failed(failure)
      sendError(refusal, request, reply)
    }

    const respond = (response: IncomingMessage): void => {
      const forwarded = forwardedResponseHeaders(response.headers, settings.url)
      const status = response.statusCode ?? 0
      if (!forwarded || status > 599) {
        response.destroy()
        fail(new Error('the response has a malformed status or header'))
        return
      }
      response.setTimeout(settings.idleTimeoutSeconds * 1000, () => response.destroy())
      outage.recovered()
      setForwardedHeaders(reply.code(status), forwarded)
      reply.send(response)
    }

    if (open >= settings.maxWebSockets) {
      fail(new Error(`maxWebSockets is reached (${open} open)`))
      return
    }
    open++
    const release = (): void => {
      open--
    }
    reply.raw.once('close', release)
    reply.raw.once('close', () => logDisconnect(call))
    const cancelHandshake = requestWebSocket({
      settings,
      target,
      headers,
      onResponse: respond,
      onFailure: fail,
      onAccepted(response, socket, head) {
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
        reply.hijack()
        reply.raw.off('close', release)
        reply.raw.off('close', cancelHandshake)
        reply.raw.statusCode = 101
        reply.raw.detachSocket(client.socket)
        client.socket.write(switching, 'latin1')
        const end = joinSockets({
          client,
          upstream: { socket, head },
          idleMilliseconds: settings.idleTimeoutSeconds * 1000,
          onClose() {
            release()
            remove()
            request.server.logResponse?.(request, reply, undefined)
          },
        })
        const remove = openCalls.add({ check, end, isUnbounded: true })
      },
    })
    reply.raw.once('close', cancelHandshake)
  }
}
