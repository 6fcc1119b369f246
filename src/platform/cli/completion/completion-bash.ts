import { type CompletedCommand, commandsBelow, optionsWithValue } from './completion-tree.ts'

/** Returns the completion script for bash 3.2 and later. */
export function bashCompletion(program: CompletedCommand): string {
  const below = commandsBelow(program)
  const all = [program, ...below]
  return `# Completion of ${program.name} for bash. Load it with: source <(${program.name} completion bash)
_${program.name}() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]}
  local command='' words='' files='' i
  local IFS=$' \\t\\n'
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$command \${COMP_WORDS[i]}" in
      ${below.map(({ path }) => `'${path}'`).join('|')})
        command="$command \${COMP_WORDS[i]}" ;;
    esac
  done

  case "$command $previous" in
${all.flatMap(valueCases).join('\n')}
  esac

  if [[ -z $words && -z $files ]]; then
    case "$command" in
${all.map(wordCase).join('\n')}
    esac
  fi
  if [[ $words != none ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  fi
  if [[ -n $files && $current != -* ]]; then
    IFS=$'\\n'
    COMPREPLY+=($(compgen -f -- "$current"))
    compopt -o filenames 2>/dev/null
  fi
}
complete -F _${program.name} ${program.name}
`
}

/** The cases in which the previous word is an option with a value. */
function valueCases(command: CompletedCommand): string[] {
  return optionsWithValue(command).map(({ pattern, choices, takesFile }) => {
    // "none" completes nothing: the value can be any text.
    const words = choices.length > 0 ? choices.join(' ') : 'none'
    return `    ${pattern}) words='${words}'${takesFile ? ' files=1' : ''} ;;`
  })
}

function wordCase({ path, commands, options, choices, takesFile }: CompletedCommand): string {
  const words = [
    ...commands.map(({ name }) => name),
    ...choices,
    ...options.flatMap(({ flags }) => flags.filter((flag) => flag.startsWith('--'))),
  ]
  return `      '${path}') words='${words.join(' ')}'${takesFile ? ' files=1' : ''} ;;`
}
