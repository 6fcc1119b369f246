import { type Logger, pino } from 'pino'

/** Creates a logger that collects its lines. */
export function createLogLines(): { readonly logger: Logger; write(line: string): void; text(): string } {
  const lines: string[] = []
  const write = (line: string): void => {
    lines.push(line)
  }
  return {
    logger: pino({ level: 'trace' }, { write }),
    write,
    text: () => lines.join(''),
  }
}
