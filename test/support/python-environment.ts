import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { runProgram } from './run-program.ts'
import { installPackages, mayInstallPackages } from './servers/debian-packages.ts'
import { findProgram } from './servers/find-program.ts'

const CACHE = join(import.meta.dirname, '..', '..', 'node_modules', '.cache')

/** Without the dependencies of packages: the file lists all of them. */
const INSTALL = ['-m', 'pip', 'install', '--quiet', '--no-deps', '--retries', '1', '--requirement']

/** A Python interpreter with the required packages, or the reason why there is none. */
export type PythonEnvironment = { readonly python: string } | { readonly problem: string }

/** Returns a virtual environment with the packages of a requirements file. It is created once and kept. */
export async function preparePython(requirements: string): Promise<PythonEnvironment> {
  const hash = createHash('sha256')
    .update(await readFile(requirements))
    .digest('hex')
  const folder = join(CACHE, `python-${hash.slice(0, 16)}`)
  const python = join(folder, 'bin', 'python')
  if (existsSync(python)) return { python }
  try {
    const system = await findPython()
    await createEnvironment(system, folder, requirements)
    return { python }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

async function findPython(): Promise<string> {
  const installed = findProgram('python3')
  if (installed !== undefined && (await canCreateEnvironments(installed))) return installed
  if (!mayInstallPackages()) throw new Error('there is no Python with venv')
  await installPackages(['python3-venv'])
  const added = findProgram('python3')
  if (added === undefined) throw new Error('there is no Python')
  return added
}

async function canCreateEnvironments(python: string): Promise<boolean> {
  return (await runProgram(python, ['-c', 'import ensurepip, venv'])).code === 0
}

async function createEnvironment(system: string, folder: string, requirements: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true })
  // Under another name until it is complete.
  const unfinished = `${folder}.${randomUUID()}`
  const python = join(unfinished, 'bin', 'python')
  try {
    await succeed(system, ['-m', 'venv', unfinished])
    await succeed(python, [...INSTALL, requirements])
    await rename(unfinished, folder)
  } catch (error) {
    // Another test file may have created it.
    if (!existsSync(folder)) throw error
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

async function succeed(program: string, args: readonly string[]): Promise<void> {
  const { code, output } = await runProgram(program, args)
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${output.trim().split('\n').at(-1)}`)
}
