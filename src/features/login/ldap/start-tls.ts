import type { Socket } from 'node:net'

/** The extended request with the id 1 and the name 1.3.6.1.4.1.1466.20037 (RFC 4511, section 4.14). */
const REQUEST = Buffer.concat([
  Buffer.from('301d02010177188016', 'hex'),
  Buffer.from('1.3.6.1.4.1.1466.20037'),
])
const MAX_RESPONSE_BYTES = 4096
/** A tag and a length of at most four bytes. */
const MAX_HEADER_BYTES = 6
const SEQUENCE = 0x30
const INTEGER = 0x02
const ENUMERATED = 0x0a
const EXTENDED_RESPONSE = 0x78

/**
 * Asks the server to begin TLS on a connection, and waits for its success response. The connection is then ready for the
 * handshake. Throws if the server sends more than its response: bytes that an attacker on the network path added before the handshake
 * would otherwise be read as if they came from the server.
 */
export async function requestStartTls(socket: Socket): Promise<void> {
  const response = await new Promise<Buffer>((resolve, reject) => {
    let received = Buffer.alloc(0)
    const onData = (chunk: Buffer): void => {
      received = Buffer.concat([received, chunk])
      const length = messageLength(received)
      if (length !== undefined && received.length < length && length <= MAX_RESPONSE_BYTES) return
      if (length === undefined && received.length < MAX_HEADER_BYTES) return
      socket.off('data', onData)
      // Nothing may be read between the response and the handshake.
      socket.pause()
      if (length === undefined || length > MAX_RESPONSE_BYTES)
        reject(new Error('its response to StartTLS is not LDAP'))
      else if (received.length > length)
        reject(new Error('it sent data between its response to StartTLS and the TLS handshake'))
      else resolve(received)
    }
    socket.on('data', onData)
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('it closed the connection instead of beginning TLS')))
    socket.write(REQUEST)
  })
  const code = resultCode(response)
  if (code !== 0) throw new Error(`it refuses StartTLS (result code ${code ?? 'unknown'})`)
}

/** Returns the length of the message at the beginning of the bytes, or undefined if it is not known yet or not LDAP. */
function messageLength(bytes: Buffer): number | undefined {
  return bytes[0] === SEQUENCE ? elementAt(bytes, 0)?.end : undefined
}

interface Element {
  readonly tag: number
  readonly start: number
  readonly end: number
}

/** Returns the BER element at an offset, or undefined if its length is not there yet. */
function elementAt(bytes: Buffer, offset: number): Element | undefined {
  const tag = bytes[offset]
  const first = bytes[offset + 1]
  if (tag === undefined || first === undefined) return undefined
  if (first < 0x80) return { tag, start: offset + 2, end: offset + 2 + first }
  const count = first & 0x7f
  const start = offset + 2 + count
  if (count === 0 || count > 4) return { tag, start, end: Number.POSITIVE_INFINITY }
  return bytes.length < start ? undefined : { tag, start, end: start + bytes.readUIntBE(offset + 2, count) }
}

/** Returns the result code of the response with the id of the request, or undefined for another message. */
function resultCode(bytes: Buffer): number | undefined {
  const message = elementAt(bytes, 0)
  const id = message && elementAt(bytes, message.start)
  const response = id && elementAt(bytes, id.end)
  const code = response && elementAt(bytes, response.start)
  const isResponse =
    id?.tag === INTEGER &&
    id.end - id.start === 1 &&
    bytes[id.start] === 1 &&
    response?.tag === EXTENDED_RESPONSE &&
    code?.tag === ENUMERATED &&
    code.end - code.start === 1
  return isResponse && code ? bytes[code.start] : undefined
}
