import type { IncomingMessage } from 'node:http'

/** The headers of a request, with names in lower case, as `node:http` provides them. */
export type CallHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/** A request as the checks see it, independent of the framework that has received it. */
export interface IncomingCall {
  readonly method: string
  /** The request target as it was received: the path and the query. */
  readonly url: string
  readonly headers: CallHeaders
  /** Names and values alternately, as received. Required to detect repeated headers that `headers` has dropped. */
  readonly rawHeaders?: readonly string[]
  /** The address of the client. */
  readonly remoteAddress: string
  /** The version of HTTP/1. With it and `rawHeaders`, requests that can be read in two ways are refused. */
  readonly httpVersion?: string
  /** The connection that the call has arrived on. After a malformed call, further calls on it are refused. */
  readonly connection?: object
  /** The host that the client has addressed, if a proxy forwards it. Default: the header `Host`. */
  readonly host?: string
}

/** A call with an id that the service has created. Without one, a new one is created. */
export interface IdentifiedCall extends IncomingCall {
  readonly requestId?: string | undefined
}

/** Returns the description of a request that Node has received. The target may differ from `url` in some frameworks. */
export function callOfMessage(message: IncomingMessage, url: string = message.url ?? '') {
  const { method = '', headers, rawHeaders, socket } = message
  return {
    method,
    url,
    headers,
    rawHeaders,
    remoteAddress: socket.remoteAddress ?? '',
  } satisfies IncomingCall
}

/** Returns the path of a call as it was sent, without the query. */
export function pathOfCall({ url }: Pick<IncomingCall, 'url'>): string {
  const query = url.indexOf('?')
  return query === -1 ? url : url.slice(0, query)
}

/** Returns the value of a header. Several values are joined as in RFC 9110. */
export function headerOf({ headers }: Pick<IncomingCall, 'headers'>, name: string): string | undefined {
  const value = headers[name]
  return value === undefined || typeof value === 'string' ? value : value.join(', ')
}
