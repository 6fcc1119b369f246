import { connect } from 'node:net'
import type { Answer } from './client.ts'
import { recordResponse } from './seen-responses.ts'

interface RequestInLines {
  readonly method?: string
  /** The request target, sent unchanged. */
  readonly target: string
  /** Complete header lines in order. Duplicates are allowed. */
  readonly headers?: readonly string[]
  readonly body?: string
  /** A body in chunks, sent with `Transfer-Encoding: chunked`. */
  readonly chunks?: readonly string[]
}

/** A request that is sent unchanged, or arbitrary bytes. */
type RawRequest = RequestInLines | { readonly bytes: string }

/** Sends a request unchanged. `fetch` would normalize the path, join headers and drop the body of a GET. */
export async function sendRaw(origin: string, request: RawRequest): Promise<Answer> {
  const { host, hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  // Not `end`: Node drops a request whose client has closed its side.
  socket.write('bytes' in request ? request.bytes : bytesOf(host, request))
  const received: Buffer[] = []
  for await (const piece of socket) received.push(piece)
  const answer = answerOf(Buffer.concat(received).toString('utf8'))
  const [method = '', target = ''] =
    'bytes' in request ? request.bytes.split(' ', 2) : [request.method ?? 'GET', request.target]
  recordResponse({ ...answer, method, path: target.split('?', 1)[0] ?? '' })
  return answer
}

function bytesOf(host: string, request: RequestInLines): string {
  const { method = 'GET', target, headers = [], body = '', chunks } = request
  const head = [
    `${method} ${target} HTTP/1.1`,
    `Host: ${host}`,
    'Connection: close',
    ...(body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
    ...headers,
  ].join('\r\n')
  return `${head}\r\n\r\n${chunks === undefined ? body : chunked(chunks)}`
}

function chunked(chunks: readonly string[]): string {
  return [...chunks, ''].map((chunk) => `${Buffer.byteLength(chunk).toString(16)}\r\n${chunk}\r\n`).join('')
}

function answerOf(received: string): Answer {
  const end = received.indexOf('\r\n\r\n')
  const [statusLine = '', ...headerLines] = received.slice(0, end).split('\r\n')
  const headers = new Headers()
  for (const line of headerLines) {
    const colon = line.indexOf(':')
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  const text = received.slice(end + 4)
  const body: Record<string, unknown> = text === '' ? {} : JSON.parse(text)
  return { status: Number(statusLine.split(' ')[1]), headers, text, body }
}
