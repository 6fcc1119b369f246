/** A command of a document, with the output that the document shows. */
export interface ShownCommand {
  readonly command: string
  /** The shown lines, joined. `…` stands for any text. Undefined if the document shows no output. */
  readonly output: string | undefined
}

/** Returns the part of a page from a heading to the next heading of the same level. */
export function sectionOf(page: string, heading: string): string {
  const start = page.indexOf(`${heading}\n`)
  if (start === -1) throw new Error(`there is no heading “${heading}”`)
  const level = heading.slice(0, heading.indexOf(' ') + 1)
  const end = page.indexOf(`\n${level}`, start)
  return end === -1 ? page.slice(start) : page.slice(start, end)
}

/** Returns the commands in the `sh` blocks of a page. Lines that start with `# ` after a command are its output. */
export function commandsOf(page: string): ShownCommand[] {
  const blocks = [...page.matchAll(/^ *```sh\n(.*?)^ *```$/gms)].map(([, block = '']) => block)
  return blocks.flatMap(commandsOfBlock)
}

function commandsOfBlock(block: string): ShownCommand[] {
  const lines = block.replaceAll('\\\n', ' ').split('\n')
  const commands: { command: string; output: string | undefined }[] = []
  for (const line of lines.map((text) => text.trim()).filter((text) => text !== '')) {
    const last = commands.at(-1)
    if (!line.startsWith('# ')) commands.push({ command: line.replace(/ {2,}# .*$/, ''), output: undefined })
    else if (last) last.output = [last.output, line.slice(2)].filter((text) => text !== undefined).join('\n')
  }
  return commands
}

/** Returns whether the output is the shown one, or begins with it if that ends in `…`. */
export function matchesShownOutput(output: string, shown: string): boolean {
  const pattern = shown
    .split('…')
    .map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    .join('.*')
  return new RegExp(`^${pattern}$`, 's').test(output.trim())
}
