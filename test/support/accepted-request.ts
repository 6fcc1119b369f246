import { once } from 'node:events'
import { type Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Answer } from './client.ts'

/** A request whose head the server has accepted with 100 Continue. Its body has not been sent yet. */
export interface AcceptedRequest {
  sendBody(): void
  /** The response. Rejects if the connection ends without one. */
  readonly answer: Promise<Pick<Answer, 'status' | 'body'>>
}

/** Sends the head of a request and waits for the server's "100 Continue". */
export async function sendAccepted(
  url: string,
  options: { agent: Agent; body: unknown; headers?: Record<string, string> },
): Promise<AcceptedRequest> {
  const bytes = JSON.stringify(options.body)
  const sent = request(url, {
    method: 'POST',
    agent: options.agent,
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(bytes),
      expect: '100-continue',
      ...options.headers,
    },
  })
  const answer = once(sent, 'response').then(async ([response]: IncomingMessage[]) => {
    if (!response) throw new Error('there is no response')
    const body: Record<string, unknown> = JSON.parse(await text(response))
    return { status: response.statusCode ?? 0, body }
  })
  answer.catch(() => {}) // avoids an unhandled rejection; the caller still receives the error
  sent.flushHeaders()
  await once(sent, 'continue')
  return { answer, sendBody: () => void sent.end(bytes) }
}
