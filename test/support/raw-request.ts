import { connect } from 'node:net'
import type { Answer } from './client.ts'

interface RawRequest {
  readonly method?: string
  /** The request target, as it goes over the wire. */
  readonly target: string
  /** Whole header lines, in order, also twice the same. */
  readonly headers?: readonly string[]
  readonly body?: string
}

/** Sends a request as it is written: `fetch` would tidy the path, join headers and drop the body of a GET. */
export async function sendRaw(origin: string, request: RawRequest): Promise<Answer> {
  const { method = 'GET', target, headers = [], body = '' } = request
  const { host, hostname, port } = new URL(origin)
  const lines = [
    `${method} ${target} HTTP/1.1`,
    `Host: ${host}`,
    'Connection: close',
    ...(body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
    ...headers,
  ]
  const socket = connect(Number(port), hostname)
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk)
  return answerOf(Buffer.concat(chunks).toString('utf8'))
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
