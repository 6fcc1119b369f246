import { connect } from 'node:net'

const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'
const TYPE = { data: 0, headers: 1, reset: 3, settings: 4, goAway: 7 } as const
const END_STREAM = 1
const END_HEADERS = 4
const FRAME_HEADER_BYTES = 9

/**
 * Sends a request over HTTP/2 with exactly these fields, also repeated ones, which Node's client refuses to send. Returns the
 * body of the response, or `reset` if the server has ended the stream or the connection without one.
 */
export async function sendOverHttp2(
  origin: string,
  fields: readonly (readonly [name: string, value: string])[],
): Promise<string> {
  const { host, hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  const hasMethod = fields.some(([name]) => name === ':method')
  const head = [
    ...(hasMethod ? [] : [[':method', 'GET'] as const]),
    [':scheme', 'http'] as const,
    [':authority', host] as const,
    ...fields,
  ]
  socket.write(PREFACE)
  socket.write(frame(TYPE.settings, 0, 0, Buffer.alloc(0)))
  socket.write(frame(TYPE.headers, END_STREAM | END_HEADERS, 1, Buffer.concat(head.map(literalField))))
  let received = Buffer.alloc(0)
  let body = ''
  try {
    for await (const piece of socket) {
      received = Buffer.concat([received, piece])
      while (received.length >= FRAME_HEADER_BYTES) {
        const length = received.readUIntBE(0, 3)
        const end = FRAME_HEADER_BYTES + length
        if (received.length < end) break
        const [type, flags] = [received[3], received[4] ?? 0]
        const payload = received.subarray(FRAME_HEADER_BYTES, end)
        received = received.subarray(end)
        if (type === TYPE.reset || type === TYPE.goAway) return 'reset'
        if (type === TYPE.data) body += payload.toString('utf8')
        if ((type === TYPE.data || type === TYPE.headers) && flags & END_STREAM) return body
      }
    }
    return 'reset'
  } finally {
    socket.destroy()
  }
}

function frame(type: number, flags: number, stream: number, payload: Buffer): Buffer {
  const header = Buffer.alloc(FRAME_HEADER_BYTES)
  header.writeUIntBE(payload.length, 0, 3)
  header[3] = type
  header[4] = flags
  header.writeUInt32BE(stream, 5)
  return Buffer.concat([header, payload])
}

/** A field that the table of HPACK does not contain (RFC 7541, 6.2.2). */
function literalField([name, value]: readonly [string, string]): Buffer {
  return Buffer.concat([Buffer.from([0]), literalText(name), literalText(value)])
}

function literalText(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1')
  const length: number[] = []
  let rest = bytes.length
  if (rest < 127) length.push(rest)
  else {
    length.push(127)
    for (rest -= 127; rest > 127; rest >>= 7) length.push((rest & 127) | 128)
    length.push(rest)
  }
  return Buffer.concat([Buffer.from(length), bytes])
}
