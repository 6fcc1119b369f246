import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a receiver does with a request. */
export type Behaviour = (response: ServerResponse) => void

export interface ReceivedWebhook {
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly path: string
}

export interface WebhookReceiver {
  readonly url: string
  readonly received: readonly ReceivedWebhook[]
  /** Used for the next requests, in order. After that, requests are confirmed. */
  readonly next: Behaviour[]
  close(): Promise<void>
}

const confirm: Behaviour = (response) => response.writeHead(204).end()

export const behaviours = {
  fail: (response) => response.writeHead(500).end(),
  /** Never responds. */
  hang() {},
  redirect: (response) => response.writeHead(302, { location: '/elsewhere' }).end(),
  /** Sends a body without an end. */
  flood(response) {
    response.writeHead(200)
    const send = (): void => {
      while (!response.destroyed && response.write('x'.repeat(64 * 1024)));
    }
    response.on('drain', send)
    send()
  },
  disconnect: (response) => response.destroy(),
} satisfies Record<string, Behaviour>

/** Starts a real HTTP server that receives webhooks. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = []
  const next: Behaviour[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    received.push({ headers: request.headers, body, path: request.url ?? '' })
    const behave = next.shift() ?? confirm
    behave(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    next,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
