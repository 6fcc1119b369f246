import { once } from 'node:events'
import { connect } from 'node:net'

export interface Connection {
  /** Resolves at the end of the response with whether it is a success. One request at a time. */
  send(request: Buffer): Promise<boolean>
  /** Makes the connection available to the next order for the same port. */
  release(): void
}

const HEAD_END = '\r\n\r\n'
/** The head of a response and the beginning of its body, which contains the code. */
const READ_BYTES = 2048
const BUFFER_BYTES = 64 * 1024

interface Released {
  readonly port: number
  readonly connection: Connection
}

const released = new Set<Released>()

/** Returns released connections first, then new ones, because real clients reuse their connections. */
export function takeConnections(port: number, count: number): Promise<Connection[]> {
  const taken = [...released].filter((one) => one.port === port).slice(0, count)
  for (const one of taken) released.delete(one)
  const more = Array.from({ length: count - taken.length }, () => openConnection(port))
  return Promise.all([...taken.map(({ connection }) => connection), ...more])
}

/**
 * Opens a connection that parses only the length and the success of a response: CPU time of the generator is missing to the
 * server on the same machine.
 */
async function openConnection(port: number): Promise<Connection> {
  let finish: (isSuccess: boolean) => void = () => {}
  let isSuccess = true
  // Bytes of the current response that have not arrived yet; 0 between two responses.
  let missing = 0

  const read = (size: number, buffer: Uint8Array): boolean => {
    if (missing > 0) {
      missing -= size
    } else {
      const head = Buffer.from(buffer.buffer, buffer.byteOffset, Math.min(size, READ_BYTES)).toString(
        'latin1',
      )
      const headEnd = head.indexOf(HEAD_END)
      if (headEnd === -1) return broken()
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
      missing = headEnd + HEAD_END.length + Number(length ?? 0) - size
      isSuccess = head.startsWith('HTTP/1.1 200') && head.includes('"code":200')
    }
    if (missing < 0) return broken()
    if (missing === 0) finish(isSuccess)
    return true
  }
  /** Closes the connection: the data is not exactly one response whose head arrived in one piece. */
  const broken = (): boolean => {
    socket.destroy()
    return false
  }
  const onread = { buffer: new Uint8Array(BUFFER_BYTES), callback: read }
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread })
  await once(socket, 'connect')
  socket.on('error', () => finish(false))
  socket.on('close', () => {
    released.delete(entry)
    finish(false)
  })
  const connection: Connection = {
    send(request) {
      return new Promise((resolve) => {
        finish = resolve
        if (socket.destroyed) resolve(false)
        else socket.write(request)
      })
    },
    release() {
      if (!socket.destroyed) released.add(entry)
    },
  }
  const entry = { port, connection }
  return connection
}
