import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { eventually } from './eventually.ts'

type Attributes = Readonly<Record<string, unknown>>

export interface Span {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string
  readonly attributes: Attributes
}

interface Attribute {
  readonly key: string
  readonly value: { readonly stringValue?: string; readonly intValue?: number; readonly doubleValue?: number }
}

interface ExportRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<Span, 'attributes'> & { readonly attributes: readonly Attribute[] })[]
    }[]
  }[]
}

interface Received {
  readonly path: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: ExportRequest
}

/** A receiver of OTLP over HTTP. */
export interface TraceReceiver {
  readonly endpoint: string
  readonly received: readonly Received[]
  /** The status of the responses. With another one than 200, the traces are lost. */
  status: number
  spans(): Span[]
  /** Returns the span of a response when it has arrived, and the spans of its trace. */
  traceOf(requestId: string | null): Promise<{ root: Span; trace: Span[] }>
  close(): Promise<void>
}

export async function startTraceReceiver(): Promise<TraceReceiver> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as ExportRequest
    if (receiver.status === 200) received.push({ path: request.url, headers: request.headers, body })
    response.writeHead(receiver.status, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  const spans = (): Span[] =>
    received
      .flatMap(({ body }) => body.resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans)
      .flatMap((scope) => scope.spans)
      .map((span) => ({ ...span, attributes: attributesOf(span.attributes) }))

  const receiver: TraceReceiver = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`,
    received,
    status: 200,
    spans,
    traceOf: (requestId) =>
      eventually(() => {
        const root = spans().find(({ attributes }) => attributes['castellan.request_id'] === requestId)
        if (!root) throw new Error('the trace has not arrived')
        return { root, trace: spans().filter(({ traceId }) => traceId === root.traceId) }
      }),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return receiver
}

export const attributesOf = (list: readonly Attribute[]): Attributes =>
  Object.fromEntries(
    list.map(({ key, value }) => [key, value.stringValue ?? value.doubleValue ?? Number(value.intValue)]),
  )
