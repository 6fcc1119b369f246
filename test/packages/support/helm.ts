import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type ProgramResult, runProgram } from '../../support/run-program.ts'
import { findOrInstall } from '../../support/servers/find-or-install.ts'
import { findProgram } from '../../support/servers/find-program.ts'

const VERSION = 'v3.19.5'
const FOLDER = join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache', `helm-${VERSION}`)

/** Runs Helm with these arguments. */
export type Helm = (...args: readonly string[]) => Promise<ProgramResult>

/** Returns Helm, built from its Go module if it is not installed, or the reason why it cannot run here. */
export async function prepareHelm(home: string): Promise<Helm | string> {
  const program = findProgram('helm', [FOLDER]) ?? (await buildHelm())
  if (!program.startsWith('/')) return program
  const env = { ...process.env, HOME: home }
  return (...args) => runProgram(program, args, { env })
}

async function buildHelm(): Promise<string> {
  const go = await findOrInstall('go', 'golang-go')
  if (go === undefined) return 'Go is not installed here'
  await mkdir(FOLDER, { recursive: true })
  const env = { ...process.env, GOBIN: FOLDER, CGO_ENABLED: '0' }
  const { output } = await runProgram(go, ['install', `helm.sh/helm/v3/cmd/helm@${VERSION}`], { env })
  const program = join(FOLDER, 'helm')
  return existsSync(program) ? program : `Helm cannot be built here: ${output.trim().split('\n').at(-1)}`
}
