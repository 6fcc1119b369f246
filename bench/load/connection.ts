import { once } from 'node:events'
import { connect } from 'node:net'

export interface Connection {
  /** Resolves with the answer's end: whether it says yes. One at a time. */
  send(request: Buffer): Promise<boolean>
  close(): void
}

const HEAD_END = '\r\n\r\n'

/**
 * A connection that is kept. It reads no more of an answer than where it ends and whether it says yes: what the generator takes
 * of the machine is missing to whoever is measured.
 */
export async function openConnection(port: number): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  let answer: (isGood: boolean) => void = () => {}
  let isGood = true
  // Of the answer's body that is being read; 0 between two answers.
  let missing = 0
  let head = ''

  socket.on('data', (chunk: Buffer) => {
    if (missing > 0) {
      missing -= chunk.length
    } else {
      head += chunk.toString('latin1')
      const headEnd = head.indexOf(HEAD_END)
      if (headEnd === -1) return
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
      missing = headEnd + HEAD_END.length + Number(length ?? 0) - head.length
      isGood = head.startsWith('HTTP/1.1 200') && head.includes('"code":200')
      head = ''
    }
    if (missing === 0) answer(isGood)
  })
  socket.on('error', () => answer(false))
  socket.on('close', () => answer(false))
  return {
    send(request) {
      return new Promise((resolve) => {
        answer = resolve
        if (socket.destroyed) resolve(false)
        else socket.write(request)
      })
    },
    close: () => socket.destroy(),
  }
}
