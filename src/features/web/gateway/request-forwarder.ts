import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuseSlowBody, stopBodyTimeout } from '../../../core/check/http/body-timeout.ts'
import { sendError } from '../../../core/check/http/envelope.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import {
  type ForwarderOptions,
  type GatewayCall,
  headersFor,
  logDisconnect,
  logUnsentResponse,
  refuseFailedCall,
  targetFor,
} from './gateway-call.ts'
import {
  type ForwardedHeaders,
  forwardedResponseHeaders,
  isFinalStatus,
  setForwardedHeaders,
} from './response-headers.ts'
import { hasBody, uploadOf, watchUpload } from './upload.ts'
import type { Upstream } from './upstream.ts'
import type { SentRequest, UpstreamResponse } from './upstream-exchange.ts'

const REQUEST_TIMEOUT = 408

/**
 * Creates the function that sends a request to the upstream service and its response to the client.
 * See docs/decisions/0027-gateway.md.
 */
export function createRequestForwarder(
  options: ForwarderOptions & { readonly upstream: Upstream },
): (call: GatewayCall) => void {
  const { settings, upstream, openCalls, outage, startCall } = options
  const { maxBodyBytes, idleTimeoutSeconds } = settings

  return (call) => {
    const { request, reply, check } = call
    const { raw, method } = request
    const target = targetFor(request)
    if (maxBodyBytes > 0 && Number(raw.headers['content-length'] ?? 0) > maxBodyBytes) {
      throw new Refusal('body-too-large')
    }
    // Not earlier: a request that is refused here is not sent to the upstream service.
    const upstreamCall = startCall()
    const headers = headersFor(request, options, upstreamCall.traceparent)
    const upload = hasBody(raw) ? uploadOf(raw, maxBodyBytes) : null

    const fail = (failure: Error): void => {
      closeAfterResponse(request, reply)
      refuseFailedCall(call, failure, upstreamCall, outage)
    }

    /** While the body arrives, its speed is limited instead of the time until the response. */
    const followUpload = (sent: SentRequest): void => {
      if (upload === null || raw.complete) return
      sent.stopTimeout()
      const stop = watchUpload({
        receivedBytes: () => raw.socket.bytesRead,
        isBlocked: () => upload.writableNeedDrain,
        maxBlockedMilliseconds: idleTimeoutSeconds * 1000,
        onSlowClient() {
          sent.cancel()
          upstreamCall.end('request-malformed')
          refuseSlowBody(request, reply.raw)
          if (!reply.sent) logUnsentResponse(request, reply, REQUEST_TIMEOUT)
        },
        onSlowUpstream: () => sent.fail(new Refusal('upstream-timeout')),
      })
      reply.raw.once('close', stop)
      raw.once('end', () => {
        stop()
        sent.restartTimeout()
      })
    }

    /** Runs outside Fastify's handler, which would handle errors. */
    const respond = (response: UpstreamResponse): void => {
      try {
        sendResponse(response)
      } catch (error) {
        if (!Buffer.isBuffer(response.body)) response.body.destroy()
        if (reply.raw.headersSent) raw.socket.destroy()
        else sendError(error, request, reply)
      }
    }

    const sendResponse = (response: UpstreamResponse): void => {
      const forwarded = forwardedResponseHeaders(response.headers, settings.url)
      if (!forwarded || !isFinalStatus(response.status)) {
        if (!Buffer.isBuffer(response.body)) response.body.destroy()
        fail(new Error('the response has a malformed status or header'))
        return
      }
      outage.recovered()
      upstreamCall.end(response.status)
      closeAfterResponse(request, reply)
      setForwardedHeaders(reply.code(response.status), forwarded)
      if (Buffer.isBuffer(response.body)) {
        reply.send(response.body.length === 0 ? undefined : response.body)
        return
      }
      const { body } = response
      remove()
      remove = openCalls.add({
        check,
        end: (refusal) => body.destroy(refusal),
        isUnbounded: isEventStream(forwarded),
      })
      // A client that does not read would occupy the connection to the upstream service.
      raw.socket.setTimeout(idleTimeoutSeconds * 1000)
      reply.send(body)
      // Otherwise the headers would wait for the first byte of the body.
      reply.raw.flushHeaders()
    }

    stopBodyTimeout(raw)
    const sent = upstream.send({
      method,
      target,
      headers,
      body: upload,
      onSent: followUpload,
      onResponse: respond,
      onFailure: fail,
    })
    let remove = openCalls.add({ check, end: sent.fail, isUnbounded: false })
    reply.raw.once('close', () => {
      remove()
      sent.cancel()
      upstreamCall.end('client-disconnected')
      logDisconnect(call)
    })
  }
}

/** The rest of a body that nobody reads cannot be told from the next request. */
function closeAfterResponse({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (!raw.complete) reply.header('Connection', 'close')
}

function isEventStream(headers: ForwardedHeaders): boolean {
  return String(headers['content-type'] ?? '').startsWith('text/event-stream')
}
