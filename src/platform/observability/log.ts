import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Logger, pino } from 'pino'
import { ERROR, type LineFormat } from './log-line.ts'

interface LogOptions {
  readonly level: string
  readonly fileDescriptor: number
  /** Formats every line; JSON by default. */
  readonly format?: LineFormat
}

export type Log = ReturnType<typeof createLog>

/**
 * Lines are collected up to this size, and for this long, so that one write is needed for many of them. A pipe takes so much at
 * once: lines of several processes do not get mixed.
 */
const MAX_WRITE_BYTES = 4096
const MAX_DELAY_MS = 50
/** Lines that wait for a full disk or a slow reader. Further lines are dropped and counted. */
const MAX_WAITING_BYTES = 1024 * 1024
const FLUSH_TIMEOUT_MS = 1000
/** SonicBoom waits 100 ms before each of them. */
const MAX_FLUSH_RETRIES = 10

/**
 * Creates the log of the service. Lines are written asynchronously: errors immediately, all others within 50 ms. A full
 * disk, a slow reader or a closed pipe costs log lines, and neither stops nor blocks the service.
 * See docs/decisions/0011-asynchronous-log.md.
 *
 * @example
 * const { logger } = createLog({ level: 'info', fileDescriptor: 2 })
 */
export function createLog({ level, fileDescriptor, format = (line) => line }: LogOptions) {
  let canWrite = true
  let flushRetries: number | undefined
  let droppedLines = 0
  let buffer = ''
  let bufferedBytes = 0
  let bufferedLines = 0
  let timer: NodeJS.Timeout | undefined

  const destination = pino.destination({
    dest: fileDescriptor,
    sync: false,
    // Every line is longer than this. With 0, `flush` would not wait for lines that are being written.
    minLength: 1,
    maxLength: MAX_WAITING_BYTES,
    maxWrite: MAX_WRITE_BYTES,
    retryEAGAIN: () => flushRetries === undefined || flushRetries++ < MAX_FLUSH_RETRIES,
  })
  const takeBuffer = (): string => {
    clearTimeout(timer)
    timer = undefined
    const lines = buffer
    buffer = ''
    bufferedBytes = 0
    return lines
  }
  const writeBuffer = (): void => {
    if (buffer !== '') destination.write(takeBuffer())
    bufferedLines = 0
  }
  // Without `flushSync`, which pino would call after each line of the level fatal.
  const collector = {
    // Pino sets `lastLevel` before each line.
    [pino.symbols.needsMetadataGsym]: true,
    lastLevel: 0,
    write(line: string): void {
      const text = format(line)
      const bytes = Buffer.byteLength(text)
      if (bufferedBytes + bytes > MAX_WRITE_BYTES) writeBuffer()
      buffer += text
      bufferedBytes += bytes
      bufferedLines++
      if (collector.lastLevel >= ERROR) writeBuffer()
      // The timer does not keep the process alive: the buffer is written on exit.
      else timer ??= setTimeout(writeBuffer, MAX_DELAY_MS).unref()
    },
  }
  const logger: Logger = pino({ level }, collector)
  destination.on('error', () => {
    canWrite = false
  })
  destination.on('write', () => {
    canWrite = true
  })
  destination.on('drop', () => {
    droppedLines += bufferedLines
  })
  destination.on('drain', () => {
    const count = droppedLines
    droppedLines = 0
    if (count > 0) logger.warn(`${count} log lines were dropped because the log could not be written`)
  })

  // Pino calls it when the process exits. SonicBoom's own function repeats a failing write forever, so it is called only
  // while writing works; `fatal` and `close` have tried to write before the process exits.
  const flushSync = destination.flushSync.bind(destination)
  destination.flushSync = () => {
    if (!canWrite) return
    flushRetries = 0
    try {
      flushSync()
      writeFileSync(fileDescriptor, takeBuffer())
    } catch {
      canWrite = false
    }
    flushRetries = undefined
  }

  const writeNow = (line: string): void => {
    try {
      writeFileSync(fileDescriptor, takeBuffer() + format(line))
    } catch {
      canWrite = false
    }
  }
  const flush = async (): Promise<void> => {
    writeBuffer()
    const flushed = new Promise((resolve) => destination.flush(resolve))
    await Promise.race([flushed, sleep(FLUSH_TIMEOUT_MS)])
  }
  return {
    logger,
    /** Logs the error that ends this process. The line is written before the function returns. */
    fatal: (error: unknown, text: string): void => pino({ level }, { write: writeNow }).fatal(error, text),
    /** Waits until the lines so far are written, for one second at most. */
    flush,
    /** Waits until all lines are written, for one second at most. To be called before the process exits. */
    async close(): Promise<void> {
      await flush()
      canWrite = false
    },
  }
}
