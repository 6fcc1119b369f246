import { type IncomingMessage, type ServerOptions as NodeServerOptions, ServerResponse } from 'node:http'

/**
 * A response that sends "100 Continue" when the body of the request is read for the first time: a refused request is not
 * asked for its body. Node itself would send it when the headers have arrived, before all checks. It is a class because
 * Node's server creates responses with a constructor.
 */
class DeferredContinueResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  override writeContinue(callback?: () => void): void {
    const { req: request, shouldKeepAlive } = this
    const read = request._read
    // A client that is not asked for the body may send it or not, so the connection cannot have a next request.
    this.shouldKeepAlive = false
    // A property of the request itself, because Express replaces the prototype.
    request._read = (size) => {
      request._read = read
      // Node also reads a body that nobody wants, after the response.
      if (!this.headersSent) {
        this.shouldKeepAlive = shouldKeepAlive
        // A client that already sends the body does not wait.
        if (request.readableLength === 0) super.writeContinue(callback)
      }
      request._read(size)
    }
  }
}

export const SLOW_CLIENT_MILLISECONDS = 15_000

/** Options of Node's HTTP server. */
export type ServerOptions = Pick<
  NodeServerOptions,
  'maxHeaderSize' | 'headersTimeout' | 'connectionsCheckingInterval' | 'ServerResponse'
>

/**
 * Limits for the headers of a request, and "100 Continue" only after the checks, for the standalone server and for apps that
 * embed the service.
 */
export const SERVER_OPTIONS: ServerOptions = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: SLOW_CLIENT_MILLISECONDS,
  connectionsCheckingInterval: 1000,
  ServerResponse: DeferredContinueResponse,
}
