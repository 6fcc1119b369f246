/** What the load generator sends: one request, repeatedly, over persistent connections. */
export interface LoadOrder {
  readonly port: number
  /** The whole request as sent over the wire. */
  readonly request: string
  /** A file with one token per line. Each request contains the next one instead of `TOKEN_PLACEHOLDER`. */
  readonly tokenFile?: string
  readonly connections: number
  /** The order ends after this many responses or this time. */
  readonly requests?: number
  readonly milliseconds?: number
  /** Requests are sent at this rate if a connection is free. Without it, each response is followed by the next request. */
  readonly perSecond?: number
  readonly wantsLatencies?: boolean
}

export interface LoadOutcome {
  readonly responses: number
  /** Responses other than HTTP 200 with code 200, and broken connections. */
  readonly errors: number
  readonly milliseconds: number
  /** The CPU time of the generator. */
  readonly cpuMilliseconds: number
  /** The latency of each response in milliseconds, if `wantsLatencies` is set. */
  readonly latencies: readonly number[]
}

export const TOKEN_PLACEHOLDER = 'TOKEN'

/** Returns a GET request with a token. */
export function get(path: string, token: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nAccept: application/json\r\n\r\n`
}

/** Returns a POST request with a JSON body. */
export function post(path: string, body: unknown): string {
  const text = JSON.stringify(body)
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
}
