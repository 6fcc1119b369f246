import { styleText } from 'node:util'

/** Where text is printed, such as `process.stdout`. */
export interface OutputStream {
  readonly isTTY?: boolean | undefined
}

export type Colour = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'
export type Colours = Readonly<Record<Colour, (text: string) => string>>

/** Returns whether texts on this stream are coloured: on a terminal, unless the variable NO_COLOR is set. */
export function hasColours(stream: OutputStream, env: NodeJS.ProcessEnv = process.env): boolean {
  return stream.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb'
}

/** Returns functions that colour a text for this stream, or return it unchanged. */
export function coloursFor(stream: OutputStream, env: NodeJS.ProcessEnv = process.env): Colours {
  const enabled = hasColours(stream, env)
  // `styleText` does not check the stream itself: with FORCE_COLOR it would also colour what another program reads.
  const colour = (name: Colour) => (text: string) =>
    enabled && text !== '' ? styleText(name, text, { validateStream: false }) : text
  return {
    bold: colour('bold'),
    dim: colour('dim'),
    red: colour('red'),
    green: colour('green'),
    yellow: colour('yellow'),
    cyan: colour('cyan'),
  }
}
