import { type Logger, pino } from 'pino'

/** A logger that keeps what it is told. */
export function createLogLines(): { readonly logger: Logger; text(): string } {
  const lines: string[] = []
  return {
    logger: pino({ level: 'trace' }, { write: (line: string) => lines.push(line) }),
    text: () => lines.join(''),
  }
}
