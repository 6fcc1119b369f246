import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type Command, type ExampleProcess, startProgram } from './example-process.ts'
import { temporaryFolder } from './process.ts'
import { findOrInstall } from './servers/find-or-install.ts'

/** Compiling Go's standard library takes long on a slow machine. */
const BUILD_TIMEOUT_MS = 3_600_000

/** Returns the command that runs a program, or nothing if its language cannot be installed. */
type FindCommand = (outputFolder: string) => Promise<Command | undefined>

export function pythonProgram(script: string, ...options: readonly string[]): FindCommand {
  return async () => {
    const python = await findOrInstall('python3', 'python3')
    return python === undefined ? undefined : [python, ...options, script]
  }
}

export function goProgram(source: string): FindCommand {
  return async (outputFolder) => {
    const go = await findOrInstall('go', 'golang-go')
    if (go === undefined) return undefined
    const program = join(outputFolder, 'program')
    // The build must not need the network, git or a C compiler.
    const env = { ...process.env, GOTOOLCHAIN: 'local', GOPROXY: 'off', CGO_ENABLED: '0' }
    await promisify(execFile)(go, ['build', '-buildvcs=false', '-o', program, '.'], { cwd: source, env })
    return [program]
  }
}

export interface RunningProgram {
  readonly command: Command
  readonly process: ExampleProcess
}

/** Runs a program during the tests of a block, which are skipped if its language is not installed. */
export function runDuringTests(
  language: string,
  findCommand: FindCommand,
  env: Readonly<Record<string, string>>,
): () => RunningProgram {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let running: RunningProgram | undefined

  beforeAll(async () => {
    folder = await temporaryFolder()
    const command = await findCommand(folder.path)
    if (command) running = { command, process: await startProgram(command, folder.path, env) }
  }, BUILD_TIMEOUT_MS)
  afterAll(async () => {
    await running?.process.stop()
    await folder.remove()
  })
  beforeEach(({ skip }) => {
    if (!running) skip(`${language} is not installed here`)
  })

  return () => {
    if (!running) throw new Error(`the program in ${language} does not run`)
    return running
  }
}
