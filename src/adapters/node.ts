import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Allowed } from '../core/check/guard.ts'
import type { Identity } from '../platform/http/call/identity.ts'
import { refusalResponse } from '../platform/http/call/refusal-response.ts'
import { Refusal } from '../platform/refusal/refusal.ts'
import { declareRoute, type GuardingService, type RouteOptions } from './declaration.ts'
import { framedCallOf, sendResponse, setHeaders } from './node-message.ts'

/** A request that has passed the checks. */
export interface ProtectedCall {
  readonly identity: Identity
  /**
   * Checks again, after the body was read: the session may have ended in the meantime. Returns false if the request is
   * refused now. The response is sent then.
   */
  checkAgain(): Promise<boolean>
}

export type ProtectedListener = (
  request: IncomingMessage,
  response: ServerResponse,
  call: ProtectedCall,
) => unknown

export interface ProtectOptions extends RouteOptions {
  /**
   * The only method and path that this listener handles, such as `GET /api/v1/orders/:id`. It appears in the list of
   * routes, and requests with another method, another path or another spelling of the path are refused. Without it, the
   * app decides about methods and paths itself.
   */
  readonly route?: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`
  /** Called with an error of the listener. The client gets status 500. Default: `console.error`. */
  readonly onError?: (error: unknown) => void
}

/**
 * Returns a listener for `node:http` that calls the given one only after both checks.
 *
 * @example
 * const server = createServer(service.http, protect(service, (request, response, { identity }) => {
 *   response.end(`Hello ${identity.username}`)
 * }))
 */
export function protect(
  service: GuardingService,
  listener: ProtectedListener,
  { route, permission = true, dataScope = false, onError = console.error }: ProtectOptions = {},
): RequestListener {
  const [method = '', path = ''] = route?.split(' ') ?? []
  if (dataScope && route === undefined) throw new TypeError('protect: dataScope needs a route')
  const checkOptions =
    route === undefined
      ? { permission }
      : declareRoute(service, { method, path, options: { permission, dataScope } })

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = framedCallOf(request)
    const result = await service.check(call, checkOptions)
    if (!result.allowed) return sendResponse(response, result.response)
    setHeaders(response, result.headers)
    const { watched } = result
    const handle = () => listener(request, response, protectedCallOf(result, response))
    if (watched) response.once('finish', () => watched.responded(response.statusCode))
    try {
      await (watched ? watched.run(handle) : handle())
    } catch (error) {
      const refusal = error instanceof Refusal ? error : new Refusal('fault')
      sendResponse(response, result.refuse(refusal).response)
      if (refusal !== error) onError(error)
    }
  }

  return (request, response) => {
    handle(request, response).catch((error: unknown) => {
      sendResponse(response, refusalResponse(new Refusal('fault'), 'en'))
      onError(error)
    })
  }
}

function protectedCallOf(first: Allowed, response: ServerResponse): ProtectedCall {
  return {
    identity: first.identity,
    async checkAgain() {
      const result = await first.checkAgain()
      if (!result.allowed) sendResponse(response, result.response)
      return result.allowed
    },
  }
}
