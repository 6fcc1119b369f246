import { ProviderOutage } from './providers/provider-error.ts'

/** The part of `fetch` that requests to identity providers use. */
export type BoundedFetch = (url: string, request: BoundedRequest) => Promise<Response>

export interface BoundedRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: RequestInit['body']
  readonly signal?: AbortSignal | undefined
}

const MAX_RESPONSE_BYTES = 512 * 1024
const FIRST_SERVER_ERROR = 500
const TOO_MANY_REQUESTS = 429

/**
 * Creates a `fetch` that limits the time and the size of a response, follows no redirects, and throws a `ProviderOutage` if the
 * provider does not respond.
 */
export function createBoundedFetch(timeoutMs: number): BoundedFetch {
  return async (url, { method, headers, body, signal }) => {
    const timeout = AbortSignal.timeout(timeoutMs)
    const { hostname } = new URL(url)
    try {
      const response = await fetch(url, {
        method,
        headers,
        body: body ?? null,
        // A redirect could lead to a server of another network, with the secret of the client.
        redirect: 'manual',
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      })
      if (response.status >= FIRST_SERVER_ERROR || response.status === TOO_MANY_REQUESTS) {
        await response.body?.cancel()
        throw new ProviderOutage(`${hostname} responded with HTTP status ${response.status}`)
      }
      const bytes = await readBytes(response, hostname)
      const { status, headers: responseHeaders } = response
      return new Response(bytes.length === 0 ? null : bytes, { status, headers: responseHeaders })
    } catch (error) {
      if (error instanceof ProviderOutage) throw error
      const reason = timeout.aborted ? `did not respond within ${timeoutMs / 1000} s` : `cannot be reached`
      throw new ProviderOutage(`${hostname} ${reason}`, { cause: causeOf(error) })
    }
  }
}

async function readBytes(response: Response, hostname: string): Promise<Uint8Array<ArrayBuffer>> {
  if (response.body === null) return new Uint8Array()
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body) {
    length += part.length
    // Leaving the loop cancels the rest.
    if (length > MAX_RESPONSE_BYTES)
      throw new ProviderOutage(`${hostname} sent more than ${MAX_RESPONSE_BYTES} bytes`)
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}

/** Returns the error of the network below the general one of `fetch`. */
function causeOf(error: unknown): unknown {
  return error instanceof TypeError && error.cause instanceof Error ? error.cause : error
}
