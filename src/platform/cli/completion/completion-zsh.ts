import { type CompletedCommand, commandsBelow, optionsWithValue } from './completion-tree.ts'

/** Returns the completion script for zsh. */
export function zshCompletion(program: CompletedCommand): string {
  const below = commandsBelow(program)
  const all = [program, ...below]
  return `#compdef ${program.name}
# Completion of ${program.name} for zsh. Save it as _${program.name} in a folder of $fpath.
_${program.name}() {
  local called='' word previous=\${words[CURRENT-1]}
  local -a commands options
  for word in \${words[2,CURRENT-1]}; do
    case "$called $word" in
      (${below.map(({ path }) => `'${path}'`).join('|')})
        called="$called $word" ;;
    esac
  done

  case "$called $previous" in
${all.flatMap(valueCases).join('\n')}
  esac

  case "$called" in
${all.map(commandCase).join('\n')}
  esac
}
if [[ $funcstack[1] == _${program.name} ]]; then
  _${program.name} "$@"
else
  compdef _${program.name} ${program.name}
fi
`
}

function valueCases(command: CompletedCommand): string[] {
  return optionsWithValue(command).map(({ pattern, choices, takesFile }) => {
    const action = takesFile ? '_files; ' : choices.length > 0 ? `compadd -- ${choices.join(' ')}; ` : ''
    return `    (${pattern}) ${action}return ;;`
  })
}

function commandCase({ path, commands, options, choices, takesFile }: CompletedCommand): string {
  const described = options.flatMap(({ flags, description }) =>
    flags.filter((flag) => flag.startsWith('--')).map((flag) => item(flag, description)),
  )
  const lines = [
    `commands=(${commands.map(({ name, description }) => item(name, description)).join(' ')})`,
    `options=(${described.join(' ')})`,
    "_describe 'command' commands",
    "_describe 'option' options",
    ...(choices.length > 0 ? [`compadd -- ${choices.join(' ')}`] : []),
    ...(takesFile ? ['_files'] : []),
  ]
  return [`    ('${path}')`, ...lines.map((line) => `      ${line}`), '      ;;'].join('\n')
}

/** An entry of `_describe`, in which a colon separates the name and its description. */
function item(name: string, description: string): string {
  return `'${name}:${description.replaceAll('\\', '\\\\').replaceAll(':', '\\:').replaceAll("'", "'\\''")}'`
}
