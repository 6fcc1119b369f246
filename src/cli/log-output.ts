import type { DestinationStream } from 'pino'

export interface LogOutput extends DestinationStream {
  /** Hands on what is still held back. Pino calls it after a fatal line. */
  flushSync(): void
}

export interface LogTarget {
  write(lines: string): unknown
  flushSync(): void
}

const HOLD_BACK_MILLISECONDS = 20
const MAX_HELD_BACK = 16 * 1024

/**
 * Hands several lines on at once. For the figure `protected-whole`: each line by itself took a trip to another thread.
 */
export function createLogOutput(target: LogTarget): LogOutput {
  let heldBack = ''
  let timer: NodeJS.Timeout | undefined

  const handOn = (): void => {
    clearTimeout(timer)
    timer = undefined
    const lines = heldBack
    heldBack = ''
    if (lines !== '') target.write(lines)
  }
  return {
    write(line) {
      heldBack += line
      if (heldBack.length > MAX_HELD_BACK) handOn()
      else timer ??= setTimeout(handOn, HOLD_BACK_MILLISECONDS)
    },
    flushSync() {
      handOn()
      target.flushSync()
    },
  }
}
