import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findOrInstall } from './servers/find-or-install.ts'

/** Compiling Go's standard library takes long on a slow machine. */
export const BUILD_TIMEOUT_MS = 3_600_000

/** Builds the Go program of a folder. Returns its path, or nothing if Go cannot be installed. */
export async function buildGoProgram(source: string, outputFolder: string): Promise<string | undefined> {
  const go = await findOrInstall('go', 'golang-go')
  if (go === undefined) return undefined
  const program = join(outputFolder, 'program')
  // The build must not need the network, git or a C compiler.
  const env = { ...process.env, GOTOOLCHAIN: 'local', GOPROXY: 'off', CGO_ENABLED: '0' }
  await promisify(execFile)(go, ['build', '-buildvcs=false', '-o', program, '.'], { cwd: source, env })
  return program
}
