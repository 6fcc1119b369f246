import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command, Option } from 'commander'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createProgram } from '../../../service/cli/program.ts'
import { bashCompletion } from './completion-bash.ts'
import { fishCompletion } from './completion-fish.ts'
import { completedCommand } from './completion-tree.ts'
import { zshCompletion } from './completion-zsh.ts'

const program = completedCommand(createProgram('1.2.3', { write() {}, width: 80, coloured: false }))

const isInstalled = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0

/** Returns what bash offers for the last word. */
function completeInBash(...words: string[]): string[] {
  const script = [
    bashCompletion(program),
    'COMP_WORDS=("$@")',
    'COMP_CWORD=$(($# - 1))',
    '_castellan',
    `printf '%s\\n' "\${COMPREPLY[@]}"`,
  ].join('\n')
  const { stdout, stderr, status } = spawnSync('bash', ['-c', script, 'bash', 'castellan', ...words], {
    encoding: 'utf8',
    cwd: import.meta.dirname,
  })
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
  return stdout.split('\n').filter((line) => line !== '')
}

describe.skipIf(!isInstalled('bash'))('bash', () => {
  test.each([
    [['us'], ['user']],
    [['log'], ['login-log']],
    [['user', 'passw'], ['passwd']],
    [['user', ''], expect.arrayContaining(['add', 'list', 'passwd', '--help'])],
    [
      ['user', 'list', '--s'],
      ['--sort', '--status', '--set', '--system'],
    ],
    [
      ['user', 'list', '--status', ''],
      ['enabled', 'disabled'],
    ],
    [['user', 'list', '--status', 'enabled', '--so'], ['--sort']],
    [
      ['user', 'list', '--sort', 'user'],
      ['userId', 'username'],
    ],
    [['user', 'add', '--role', 'x'], []],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish', '--help'],
    ],
    [['policy', 'import', 'completion-z'], ['completion-zsh.ts']],
    [['policy', 'import', '--js'], ['--json']],
    [['serve', '--config', 'completion-b'], ['completion-bash.ts']],
    [['serve', '-c', 'completion-b'], ['completion-bash.ts']],
    [['key', 'rotate', '--algorithm', 'Ed'], ['EdDSA']],
    [['--ver'], ['--version']],
  ])('castellan %j', (words, offered) => {
    expect(completeInBash(...words).sort()).toEqual(Array.isArray(offered) ? offered.toSorted() : offered)
  })
})

test.each([
  ['zsh', '-n', zshCompletion],
  ['fish', '--no-execute', fishCompletion],
])('%s accepts the script, if it is installed', (shell, checkOnly, scriptOf) => {
  if (!isInstalled(shell)) return
  const folder = mkdtempSync(join(tmpdir(), 'castellan-completion-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'script')
  writeFileSync(file, scriptOf(program))
  const { status, stderr } = spawnSync(shell, [checkOnly, file], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})

describe('a small program', () => {
  const small = new Command('shop')
  small
    .command('open <file>')
    .description("open the shop's file: read only")
    .addOption(new Option('-m, --mode <mode>', 'how to open it').choices(['fast', 'safe']))
    .option('--label <text>', 'any text')
  const tree = completedCommand(small)

  test('for zsh', () => {
    expect(zshCompletion(tree)).toMatchInlineSnapshot(`
      "#compdef shop
      # Completion of shop for zsh. Save it as _shop in a folder of $fpath.
      _shop() {
        local called='' word previous=\${words[CURRENT-1]}
        local -a commands options
        for word in \${words[2,CURRENT-1]}; do
          case "$called $word" in
            (' open')
              called="$called $word" ;;
          esac
        done

        case "$called $previous" in
          (' open -m'|' open --mode') compadd -- fast safe; return ;;
          (' open --label') return ;;
        esac

        case "$called" in
          ('')
            commands=('open:open the shop'\\''s file\\: read only')
            options=('--help:print help')
            _describe 'command' commands
            _describe 'option' options
            ;;
          (' open')
            commands=()
            options=('--mode:how to open it' '--label:any text' '--help:print help')
            _describe 'command' commands
            _describe 'option' options
            _files
            ;;
        esac
      }
      if [[ $funcstack[1] == _shop ]]; then
        _shop "$@"
      else
        compdef _shop shop
      fi
      "
    `)
  })

  test('for fish', () => {
    expect(fishCompletion(tree)).toMatchInlineSnapshot(`
      "# Completion of shop for fish. Save it as ~/.config/fish/completions/shop.fish.
      function __shop_called
          set -l called ''
          for word in (commandline -opc)[2..-1]
              switch "$called $word"
                  case ' open'
                      set called "$called $word"
              end
          end
          test "$called" = "$argv[1]"
      end

      complete -c shop -f
      complete -c shop -n "__shop_called ''" -a open -d 'open the shop\\'s file: read only'
      complete -c shop -n "__shop_called ''" -s h -l help -d 'print help'
      complete -c shop -n "__shop_called ' open'" -F
      complete -c shop -n "__shop_called ' open'" -s m -l mode -x -a 'fast safe' -d 'how to open it'
      complete -c shop -n "__shop_called ' open'" -l label -x -d 'any text'
      complete -c shop -n "__shop_called ' open'" -s h -l help -d 'print help'
      "
    `)
  })
})
