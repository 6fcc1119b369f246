/** Where text is printed, such as `process.stdout`. */
export interface OutputStream {
  readonly isTTY?: boolean | undefined
}

const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
}

export type Colour = keyof typeof CODES
export type Colours = Readonly<Record<Colour, (text: string) => string>>

/** Returns whether texts on this stream are coloured: on a terminal, unless the variable NO_COLOR is set. */
export function hasColours(stream: OutputStream, env: NodeJS.ProcessEnv = process.env): boolean {
  return stream.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb'
}

/** Returns functions that colour a text for this stream, or return it unchanged. */
export function coloursFor(stream: OutputStream, env: NodeJS.ProcessEnv = process.env): Colours {
  const enabled = hasColours(stream, env)
  const colour = (name: Colour) => {
    const [on, off] = CODES[name]
    return (text: string) => (enabled && text !== '' ? `\x1b[${on}m${text}\x1b[${off}m` : text)
  }
  return {
    bold: colour('bold'),
    dim: colour('dim'),
    red: colour('red'),
    green: colour('green'),
    yellow: colour('yellow'),
    cyan: colour('cyan'),
  }
}
