import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A request that the old server has got. */
export interface OldRequest {
  readonly method: string
  readonly url: string
  readonly token: string | undefined
  readonly body: string
}

export interface OldServer {
  readonly address: string
  readonly requests: readonly OldRequest[]
  close(): Promise<void>
}

interface OldServerOptions {
  /** Returns whether the role of a token may make a call, or undefined for a path that does not exist. */
  mayCall(role: string, method: string, path: string): boolean | undefined
  /** The role of each valid token. */
  readonly tokens: Readonly<Record<string, string>>
  /** Responds instead of the usual code, if it returns true. */
  readonly instead?: (request: OldRequest, response: ServerResponse) => boolean
}

/** Starts a server that responds as go-admin does: HTTP 200 with a code in the body. */
export async function startOldServer({ mayCall, tokens, instead }: OldServerOptions): Promise<OldServer> {
  const requests: OldRequest[] = []
  const server = createServer(async (incoming, response) => {
    const request = await requestOf(incoming)
    requests.push(request)
    if (!instead?.(request, response)) respond(request, response)
  })

  function respond({ method, url, token, body }: OldRequest, response: ServerResponse): void {
    const path = url.split('?', 1)[0] ?? ''
    if (method === 'POST' && path === '/api/v1/login') {
      const { username, password } = JSON.parse(body)
      const isKnown = tokens[`${username}-token`] !== undefined && password === `${username}-password`
      send(
        response,
        isKnown
          ? { code: 200, token: `${username}-token` }
          : { code: 400, msg: 'incorrect Username or Password' },
      )
      return
    }
    const role = token === undefined ? undefined : tokens[token]
    const isAllowed = role !== undefined && mayCall(role, method, path)
    if (role === undefined) send(response, { code: 401, msg: 'token is invalid' })
    else if (isAllowed === undefined) response.writeHead(404).end('404 page not found')
    else if (isAllowed) send(response, { requestId: 'r', code: 200, msg: 'success', data: { list: [] } })
    else send(response, { code: 403, msg: 'no permission' })
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${portOf(server.address())}`,
    requests,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export function send(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}

async function requestOf(incoming: IncomingMessage): Promise<OldRequest> {
  const { method = '', url = '', headers } = incoming
  return { method, url, token: headers.authorization?.replace(/^Bearer /, ''), body: await text(incoming) }
}

function portOf(address: AddressInfo | string | null): number {
  if (typeof address === 'object' && address !== null) return address.port
  throw new Error('the server has no port')
}
