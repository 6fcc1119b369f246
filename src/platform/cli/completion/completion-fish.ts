import { type CompletedCommand, type CompletedOption, commandsBelow } from './completion-tree.ts'

/** Returns the completion script for fish. */
export function fishCompletion(program: CompletedCommand): string {
  const { name } = program
  const below = commandsBelow(program)
  const all = [program, ...below]
  return `# Completion of ${name} for fish. Save it as ~/.config/fish/completions/${name}.fish.
function __${name}_called
    set -l called ''
    for word in (commandline -opc)[2..-1]
        switch "$called $word"
            case ${below.map(({ path }) => `'${path}'`).join(' ')}
                set called "$called $word"
        end
    end
    test "$called" = "$argv[1]"
end

complete -c ${name} -f
${all.flatMap((command) => linesOf(name, command)).join('\n')}
`
}

function linesOf(
  program: string,
  { path, commands, options, choices, takesFile }: CompletedCommand,
): string[] {
  const condition = `"__${program}_called '${path}'"`
  const start = `complete -c ${program} -n ${condition}`
  return [
    ...commands.map(({ name, description }) => `${start} -a ${name} -d ${quoted(description)}`),
    ...(choices.length > 0 ? [`${start} -a ${quoted(choices.join(' '))}`] : []),
    ...(takesFile ? [`${start} -F`] : []),
    ...options.map(
      (option) => `${start}${flagsOf(option)}${valueFlags(option)} -d ${quoted(option.description)}`,
    ),
  ]
}

function flagsOf({ flags }: CompletedOption): string {
  return flags
    .map((flag) => (flag.startsWith('--') ? ` -l ${flag.slice(2)}` : ` -s ${flag.slice(1)}`))
    .join('')
}

function valueFlags({ takesValue, choices, takesFile }: CompletedOption): string {
  if (!takesValue) return ''
  if (choices.length > 0) return ` -x -a ${quoted(choices.join(' '))}`
  return takesFile ? ' -r -F' : ' -x'
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
