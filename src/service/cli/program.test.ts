import type { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import { type HelpOutput, HelpShown, pathOf } from '../../platform/cli/help/help.ts'
import { UsageError } from '../../platform/cli/output/usage-error.ts'
import { examplesOf } from './examples.ts'
import { createProgram } from './program.ts'

const all = commandsBelow(createProgram('1.2.3', outputOf(80)))

function outputOf(width: number, coloured = false): HelpOutput & { text(): string } {
  let written = ''
  return {
    width,
    coloured,
    write: (text) => {
      written += text
    },
    text: () => written,
  }
}

function commandsBelow(command: Command): Command[] {
  return [command, ...command.commands.flatMap(commandsBelow)]
}

/** Returns what a call prints before any command runs. */
async function run(args: readonly string[], { width = 80, coloured = false } = {}): Promise<string> {
  const output = outputOf(width, coloured)
  const call = createProgram('1.2.3', output).parseAsync(args, { from: 'user' })
  await expect(call).rejects.toBeInstanceOf(HelpShown)
  return output.text()
}

const helpOf = (path: string, how = {}) => run([...path.split(' ').slice(1), '--help'], how)

describe('help', () => {
  test.each(all.map(pathOf))('%s: fits the terminal, with one to three examples', async (path) => {
    const help = await helpOf(path)
    expect(help).toMatch(new RegExp(`^Usage: ${path}\\b`))
    expect(help.split('\n').filter((line) => line.length > 80)).toEqual([])
    const isGroup = all.some((command) => pathOf(command).startsWith(`${path} `))
    expect(/^ {2}help \[command\]/m.test(help)).toBe(isGroup)
    const examples = examplesOf(path)
    expect(examples.length).toBeGreaterThanOrEqual(1)
    expect(examples.length).toBeLessThanOrEqual(3)
    for (const example of examples) expect(help).toContain(`  ${example}\n`)
    const wide = (await helpOf(path, { width: 120 })).split('\n')
    expect(wide.filter((line) => line.length > 120)).toEqual([])
    expect(wordsOf(help)).toEqual(wordsOf(wide.join('\n')))
  })

  test.each([[[]], [['user']], [['policy']]])('%j without a command prints help', async (args) => {
    expect(await run(args)).toBe(await run([...args, '--help']))
  })

  test('the program names the first step, the exit codes and the version', async () => {
    expect(await run([])).toMatch(/First step:\n {2}castellan serve\n.*Exit codes:\n {2}0 {2}done\n/s)
    expect(await run(['--version'])).toBe('1.2.3\n')
  })

  test('colours only where the output has them', async () => {
    expect(await helpOf('castellan user')).not.toContain('\x1b')
    expect(await helpOf('castellan user', { coloured: true })).toContain('\x1b[1mUsage:\x1b[22m')
  })
})

/** Wrapping must neither break nor lose a word. */
function wordsOf(text: string): string[] {
  return text.split(/\s+/)
}

describe('examples', () => {
  const examples = all.flatMap((command) => examplesOf(pathOf(command)).map((example) => [example]))

  test.each(examples)('%s', async (example) => {
    const [, ...args] = shellWords(example.replace(/^source <\((.*)\)$/, '$1').replace(/ [<>] .*$/, ''))
    const program = createProgram('1.2.3', outputOf(80))
    let ran = false
    for (const command of commandsBelow(program)) {
      if (command.commands.length > 0) continue
      command.action(() => {
        ran = true
      })
    }
    if (args.includes('--help'))
      await expect(program.parseAsync(args, { from: 'user' })).rejects.toThrow(HelpShown)
    else {
      await program.parseAsync(args, { from: 'user' })
      expect(ran).toBe(true)
    }
  })

  function shellWords(line: string): string[] {
    const anchored = line.replace('"$(cat anchor.txt)"', `1:${'0'.repeat(64)}`)
    return [...anchored.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '')
  }
})

test.each([
  [['usr'], "unknown command 'usr' (did you mean user?)", 'castellan'],
  [
    ['user', 'list', '--limitt', '5'],
    "unknown option '--limitt' (did you mean --limit?)",
    'castellan user list',
  ],
  [['user', 'add', 'alice'], "required option '--role <key>' not specified", 'castellan user add'],
  [['user', 'show'], "missing required argument 'name'", 'castellan user show'],
  [['user', 'show', 'a', 'b'], /too many arguments/, 'castellan user show'],
  [['role', 'list', '--offset', '-1'], /argument '-1' is invalid/, 'castellan role list'],
])('wrong usage: %j', async (args, message, path) => {
  const failure = createProgram('1.2.3', outputOf(80)).parseAsync(args, { from: 'user' })
  await expect(failure).rejects.toBeInstanceOf(UsageError)
  await expect(failure).rejects.toMatchObject({
    message: typeof message === 'string' ? message : expect.stringMatching(message),
    command: path,
  })
})

test.each(['user', 'role', 'policy', 'session', 'login-log', 'audit-log', 'events'])(
  'castellan %s list has the options of every list',
  async (group) => {
    const help = await helpOf(`castellan ${group} list`)
    for (const option of ['--sort', '--descending', '--limit', '--offset', '--json'])
      expect(help).toContain(option)
  },
)
