/** What the load generator is to send. One request, over and over, over connections that are kept. */
export interface LoadOrder {
  readonly port: number
  /** The whole request, as it goes over the wire. */
  readonly request: string
  readonly connections: number
  /** It ends after so many answers, or after so long. */
  readonly requests?: number
  readonly milliseconds?: number
  /** Sent at this pace, also before earlier ones are answered, as long as a connection is free. Without it, each answer brings the next request. */
  readonly perSecond?: number
  readonly wantsLatencies?: boolean
}

export interface LoadOutcome {
  readonly answers: number
  /** Answers other than HTTP 200 with the code 200, and broken connections. */
  readonly errors: number
  readonly milliseconds: number
  /** The CPU time that the generator itself took. */
  readonly cpuMilliseconds: number
  /** Of each answer, in milliseconds, where they were wanted. */
  readonly latencies: readonly number[]
}

/** The request of a client with a token. */
export function get(path: string, token: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nAccept: application/json\r\n\r\n`
}

export function post(path: string, body: unknown): string {
  const text = JSON.stringify(body)
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
}
