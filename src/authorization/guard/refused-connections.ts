const refused = new WeakSet<object>()

/**
 * Refuses all further requests on the connection of this request. Closing the connection is not enough: Node handles
 * all requests that arrived in the same packet, and the rest of a malformed request may look like another one.
 */
export function refuseConnection(message: { readonly socket: object }): void {
  refused.add(message.socket)
}

/** HTTP/2 has no malformed requests, and its streams are independent. */
export function isConnectionRefused(message: { readonly socket: object }): boolean {
  return !('stream' in message) && refused.has(message.socket)
}
