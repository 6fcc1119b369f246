import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'

/** nginx limits a request line to 8 KiB; other fields are shorter. */
const MAX_LINE_LENGTH = 65_536

/** A line of a log, or undefined for one that is too long to be a log line, and how many bytes were read so far. */
export interface LogLine {
  readonly text: string | undefined
  readonly bytes: number
}

/** Reads the lines of a file, or of standard input ("-"), in constant memory. */
export async function* readLogLines(file: string): AsyncGenerator<LogLine> {
  const input: Readable = file === '-' ? process.stdin : createReadStream(file)
  const decoder = new StringDecoder('utf8')
  let rest = ''
  let isTooLong = false
  let bytes = 0
  for await (const chunk of input) {
    bytes += chunk.length
    const lines = `${rest}${decoder.write(chunk)}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      yield { text: isTooLong ? undefined : withoutReturn(line), bytes }
      isTooLong = false
    }
    if (rest.length > MAX_LINE_LENGTH) {
      isTooLong = true
      rest = ''
    }
  }
  if (rest !== '' || isTooLong) yield { text: isTooLong ? undefined : withoutReturn(rest), bytes }
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}
