import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type Command, EXAMPLES, type ExampleProcess, startProgram } from './example-process.ts'
import { temporaryFolder } from './process.ts'
import { preparePython } from './python-environment.ts'
import { runProgram } from './run-program.ts'
import { findOrInstall } from './servers/find-or-install.ts'

/** Compiling Go's standard library takes long on a slow machine. */
const BUILD_TIMEOUT_MS = 3_600_000

/** Returns the command that runs a program in a new folder, or the reason why it cannot run here. */
export type FindCommand = (folder: string) => Promise<Command | string>

export function pythonProgram(script: string, ...options: readonly string[]): FindCommand {
  return async () => {
    const python = await findOrInstall('python3', 'python3')
    return python === undefined ? 'Python is not installed here' : [python, ...options, script]
  }
}

/**
 * Returns the command in the README of an example that starts one of its programs, on a free port. It runs in a copy of the
 * example, with the packages of `requirements.txt` if it uses the virtual environment of the README.
 */
export function pythonCommand(example: string, program: string): FindCommand {
  return async (folder) => {
    const source = join(EXAMPLES, example)
    await cp(source, folder, { recursive: true })
    const line = readFileSync(join(source, 'README.md'), 'utf8')
      .split('\n')
      .find((text) => /^(?:\.venv\/bin\/python|python3) /.test(text) && text.includes(program))
    if (line === undefined) throw new Error(`the README of ${example} has no command for ${program}`)
    const [interpreter = '', ...args] = line.replace('9000', '0').replace(/ &$/, '').split(' ')
    if (interpreter === 'python3') {
      const python = await findOrInstall('python3', 'python3')
      return python === undefined ? 'Python is not installed here' : [python, ...args]
    }
    const environment = await preparePython(join(source, 'requirements.txt'))
    return 'problem' in environment
      ? `its packages cannot be installed: ${environment.problem}`
      : [environment.python, ...args]
  }
}

export function goProgram(source: string): FindCommand {
  return async (folder) => {
    const go = await findOrInstall('go', 'golang-go')
    if (go === undefined) return 'Go is not installed here'
    const program = join(folder, 'program')
    // The build must not need the network, git or a C compiler.
    const env = { ...process.env, GOTOOLCHAIN: 'local', GOPROXY: 'off', CGO_ENABLED: '0' }
    await promisify(execFile)(go, ['build', '-buildvcs=false', '-o', program, '.'], { cwd: source, env })
    return [program]
  }
}

const MAVEN_REPOSITORY = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'maven')

/** Maven's words if it cannot download what a build needs. */
const DOWNLOAD_FAILED = /Could not (?:transfer|resolve|find artifact)|Non-resolvable/

/** Builds an example with Maven in a copy of its folder, and returns the command that starts it. */
export function mavenProgram(example: string): FindCommand {
  return async (folder) => {
    const maven = await findOrInstall('mvn', 'maven')
    const compiler = await findOrInstall('javac', 'default-jdk-headless')
    const java = await findOrInstall('java', 'default-jdk-headless')
    if (maven === undefined || compiler === undefined || java === undefined)
      return 'Java and Maven are not installed here'
    await cp(join(EXAMPLES, example), folder, { recursive: true })
    const { code, output } = await runProgram(
      maven,
      ['--batch-mode', '--quiet', `-Dmaven.repo.local=${MAVEN_REPOSITORY}`, 'package'],
      { cwd: folder },
    )
    if (DOWNLOAD_FAILED.test(output)) return `its packages cannot be downloaded: ${output}`
    if (code !== 0) throw new Error(output)
    return [java, '-jar', 'target/orders.jar']
  }
}

export interface RunningProgram {
  readonly command: Command
  readonly folder: string
  readonly process: ExampleProcess
}

/** Runs a program during the tests of a block, which are skipped if it cannot run here. */
export function runDuringTests(
  name: string,
  findCommand: FindCommand,
  env: Readonly<Record<string, string>>,
): () => RunningProgram {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let running: RunningProgram | undefined
  let problem = ''

  beforeAll(async () => {
    folder = await temporaryFolder()
    const command = await findCommand(folder.path)
    if (typeof command === 'string') problem = command
    else {
      const process = await startProgram(command, folder.path, { HOME: folder.path, ...env })
      running = { command, folder: folder.path, process }
    }
  }, BUILD_TIMEOUT_MS)
  afterAll(async () => {
    await running?.process.stop()
    await folder.remove()
  })
  beforeEach(({ skip }) => {
    if (!running) skip(problem)
  })

  return () => {
    if (!running) throw new Error(`${name} does not run`)
    return running
  }
}
