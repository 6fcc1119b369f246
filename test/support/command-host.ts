import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'

const PROGRAM = join(import.meta.dirname, 'command-host.mjs')

export interface CommandResult {
  readonly code: number | null
  readonly output: string
  readonly errors: string
}

interface Command {
  readonly folder: string
  readonly args: readonly string[]
  readonly input: string
  readonly env: NodeJS.ProcessEnv
}

interface CommandHost {
  run(command: Command): Promise<CommandResult>
}

let running: CommandHost | undefined

/** Runs a command in the process that all commands of this worker share, after those that wait there already. */
export function runInCommandHost(command: Command): Promise<CommandResult> {
  running ??= startCommandHost()
  return running.run(command)
}

function startCommandHost(): CommandHost {
  const child = spawn(process.execPath, [PROGRAM], { stdio: ['pipe', 'inherit', 'inherit', 'pipe'] })
  const waiting: { resolve(result: CommandResult): void; reject(error: Error): void }[] = []
  const {
    stdin,
    stdio: [, , , results],
  } = child
  if (!stdin || !(results instanceof Readable)) throw new Error('the process of the commands has no pipes')
  createInterface({ input: results }).on('line', (line) => waiting.shift()?.resolve(JSON.parse(line)))
  child.once('exit', (code) => {
    running = undefined
    for (const { reject } of waiting.splice(0)) reject(new Error(`a command ended its process with ${code}`))
  })
  return {
    run: (command) =>
      new Promise((resolve, reject) => {
        waiting.push({ resolve, reject })
        stdin.write(`${JSON.stringify(command)}\n`)
      }),
  }
}
