import { AsyncLocalStorage } from 'node:async_hooks'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { SpanAttributes, Tracing } from '../../../platform/observability/tracing.ts'
import { codeOf, Refusal } from '../../../platform/refusal/refusal.ts'
import { createOutageLog } from '../../../platform/runtime/outage-log.ts'

interface TracingOptions {
  /** The URL that traces are sent to (OTLP over HTTP, as JSON). */
  readonly endpoint: string
  /** The share of the requests without a sampled parent that are recorded, from 0 to 1. */
  readonly sampleRatio: number
  readonly version: string
  /** Called once per outage of the endpoint. */
  readonly onProblem: (error: unknown) => void
  /** How long spans wait to be sent together. */
  readonly maxDelayMs?: number
  readonly closeWithinMs?: number
}

const MAX_QUEUED_SPANS = 2048
const MAX_BATCH_SPANS = 512
const SEND_TIMEOUT_MS = 5000
const MAX_ATTRIBUTE_LENGTH = 256

/** Starts the recording of traces. Nothing global is registered: an app in the same process can have its own. */
export function openTracing(options: TracingOptions): Tracing {
  const { endpoint, sampleRatio, version, onProblem, maxDelayMs = 2000, closeWithinMs = 3000 } = options
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'castellan',
      'service.version': version,
      'service.instance.id': `${hostname()}/${process.pid}`,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampleRatio) }),
    spanLimits: { attributeValueLengthLimit: MAX_ATTRIBUTE_LENGTH, attributeCountLimit: 16 },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reportOutages(
          new OTLPTraceExporter({ url: endpoint, timeoutMillis: SEND_TIMEOUT_MS }),
          onProblem,
        ),
        maxQueueSize: MAX_QUEUED_SPANS,
        maxExportBatchSize: MAX_BATCH_SPANS,
        scheduledDelayMillis: maxDelayMs,
        exportTimeoutMillis: SEND_TIMEOUT_MS,
      }),
    ],
  })
  const tracer = provider.getTracer('castellan', version)
  const current = new AsyncLocalStorage<Span>()

  /** Returns the span that new spans belong to. Work that goes on after its request belongs to none. */
  const parent = (): Span | undefined => {
    const span = current.getStore()
    return span?.isRecording() ? span : undefined
  }
  const contextOf = (span: Span): Context => trace.setSpan(ROOT_CONTEXT, span)

  return {
    startRequest(traceparent) {
      const remote = parseTraceparent(traceparent)
      const context = remote ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT
      const span = tracer.startSpan('request', { kind: SpanKind.SERVER }, context)
      return {
        run: (work) => current.run(span, work),
        end({ method, route, status, refusal, requestId }) {
          span.updateName(route === undefined ? method : `${method} ${route}`)
          span.setAttributes({
            'http.request.method': method,
            'http.response.status_code': status,
            'castellan.code': refusal ? codeOf(refusal) : status,
            'castellan.request_id': requestId,
            ...(route === undefined ? {} : { 'http.route': route }),
            ...(refusal === undefined ? {} : { 'castellan.refusal': refusal }),
          })
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },

    span<T>(name: string, work: () => T, attributesOf?: (result: Awaited<T>) => SpanAttributes): T {
      const above = parent()
      if (!above) return work()
      const span = tracer.startSpan(name, {}, contextOf(above))
      const succeed = (result: Awaited<T>): Awaited<T> => {
        if (attributesOf) span.setAttributes(attributesOf(result))
        span.end()
        return result
      }
      const fail = (error: unknown): never => {
        // Not the message of the error, which may contain what a client has sent.
        if (error instanceof Refusal) span.setAttribute('castellan.refusal', error.reason)
        else span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
        throw error
      }
      try {
        const result = current.run(span, work)
        if (result instanceof Promise) return result.then(succeed, fail) as T
        succeed(result as Awaited<T>)
        return result
      } catch (error) {
        return fail(error)
      }
    },

    startUpstreamRequest(prefix) {
      const above = parent()
      if (!above) {
        // The unsampled flag is forwarded, so that the upstream service does not record it either.
        const unrecorded = current.getStore()
        return { traceparent: unrecorded && formatTraceparent(unrecorded.spanContext()), end() {} }
      }
      const attributes = { 'castellan.upstream': prefix }
      const span = tracer.startSpan(
        'upstream request',
        { kind: SpanKind.CLIENT, attributes },
        contextOf(above),
      )
      return {
        traceparent: formatTraceparent(span.spanContext()),
        end(result) {
          if (!span.isRecording()) return
          if (typeof result === 'number') span.setAttribute('http.response.status_code', result)
          else span.setAttribute('castellan.result', result)
          if (typeof result === 'number' ? result >= 500 : result.startsWith('upstream-'))
            span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },

    query({ sql, durationMs, failed }) {
      const above = parent()
      if (!above) return
      const endTime = Date.now()
      const span = tracer.startSpan(
        'database query',
        { kind: SpanKind.CLIENT, startTime: endTime - durationMs, attributes: { 'db.query.text': sql } },
        contextOf(above),
      )
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end(endTime)
    },

    async close() {
      const timeout = new AbortController()
      const timedOut = sleep(closeWithinMs, undefined, { signal: timeout.signal }).catch(() => {})
      await Promise.race([provider.shutdown().catch(onProblem), timedOut])
      timeout.abort()
    },
  }
}

/** Reports the first failure of an outage. The spans that could not be sent are lost. */
function reportOutages(exporter: SpanExporter, onProblem: (error: unknown) => void): SpanExporter {
  const outage = createOutageLog(onProblem)
  return {
    export(spans, onResult) {
      exporter.export(spans, (result) => {
        if (result.code === 0) outage.recovered()
        else outage.failed(result.error)
        onResult(result)
      })
    },
    shutdown: () => exporter.shutdown(),
  }
}

/** Returns the span of a proxy; undefined if the header is missing or malformed. */
function parseTraceparent(header: string | undefined): SpanContext | undefined {
  const [, traceId = '', spanId = '', flags = ''] =
    /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(header ?? '') ?? []
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
  return isSpanContextValid(context) ? context : undefined
}

function formatTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-0${traceFlags & 1}`
}
