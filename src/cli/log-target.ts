import { write, writeSync } from 'node:fs'
import type { LogTarget } from './log-output.ts'

/** Of what nobody takes, no more is kept. */
const MAX_WAITING = 1024 * 1024
const BUSY_MILLISECONDS = 100
const LAST_TRIES = 10

/**
 * Writes to a file that is open, on another thread. What can't be written is dropped: a full disk costs the log, never the
 * service. Pino's own target ends the process by it, or waits inside of `flushSync` until there is room.
 */
export function createLogTarget(file: number): LogTarget {
  let waiting = ''
  let isWriting = false

  const next = (): void => {
    const lines = waiting
    waiting = ''
    isWriting = lines !== ''
    if (isWriting) sendText(lines)
  }
  /** For the figure `protected-whole`: to make bytes of a text before it is written takes twice as long as to write it. */
  const sendText = (lines: string): void =>
    write(file, lines, null, 'utf8', (error, written) => {
      if (written === Buffer.byteLength(lines)) next()
      else afterSome(Buffer.from(lines), error, written)
    })
  const send = (bytes: Buffer): void =>
    write(file, bytes, (error, written) => afterSome(bytes, error, written))
  const afterSome = (bytes: Buffer, error: Error | null, written: number): void => {
    if (isBusy(error)) setTimeout(send, BUSY_MILLISECONDS, bytes)
    else if (error || written === bytes.length) next()
    else send(bytes.subarray(written))
  }

  return {
    write(lines) {
      if (waiting.length + lines.length > MAX_WAITING) return
      waiting += lines
      if (!isWriting) next()
    },
    flushSync() {
      const bytes = Buffer.from(waiting)
      waiting = ''
      sendAtOnce(file, bytes)
    },
  }
}

function sendAtOnce(file: number, bytes: Buffer): void {
  let sent = 0
  for (let tries = 0; sent < bytes.length && tries < LAST_TRIES; ) {
    try {
      sent += writeSync(file, bytes, sent)
    } catch (error) {
      if (!isBusy(error)) return
      tries++
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_MILLISECONDS)
    }
  }
}

/** Whether it is a pipe that is full: its reader may be slow. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EAGAIN'
}
