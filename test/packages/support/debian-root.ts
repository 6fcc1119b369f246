import { onTestFinished } from 'vitest'
import { type ServiceProcess, startServe } from '../../support/process.ts'
import { type ProgramResult, runProgram } from '../../support/run-program.ts'
import { findOrInstall } from '../../support/servers/find-or-install.ts'

/** The first release of Debian whose own Node is new enough. */
const SUITE = 'trixie'
const MIRROR = 'http://deb.debian.org/debian'

const CHROOT = `set -e
mount -t proc proc "$0/proc"
exec chroot "$0" "$@"`
const ENVIRONMENT = {
  PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
  DEBIAN_FRONTEND: 'noninteractive',
  LC_ALL: 'C.UTF-8',
}

/** A minimal Debian system in a folder. Nothing of it reaches the machine. */
export interface DebianRoot {
  /** Runs a command as root in it. */
  run(...command: readonly string[]): Promise<ProgramResult>
  /** Runs a command as root in it and returns the output. Fails if the command does. */
  succeed(...command: readonly string[]): Promise<string>
  /** Starts `castellan serve --json`. The process ends with the test. */
  start(env: Readonly<Record<string, string>>, ...command: readonly string[]): Promise<ServiceProcess>
}

/** Installs Debian into a folder, or returns the reason why this is impossible here. */
export async function installDebian(folder: string): Promise<DebianRoot | string> {
  if (process.getuid?.() !== 0) return 'only root may install Debian into a folder'
  const debootstrap = await findOrInstall('debootstrap', 'debootstrap')
  if (debootstrap === undefined) return 'debootstrap is not installed here'
  const args = ['--variant=minbase', '--include=systemd', SUITE, folder, MIRROR]
  const { code, output } = await runProgram(debootstrap, args)
  const problem = output.trim().split('\n').at(-1)
  if (/^E: (?:Failed getting|Invalid Release|Couldn't download)/.test(problem ?? ''))
    return `no network: ${problem}`
  if (code !== 0) throw new Error(output)
  return rootIn(folder)
}

function rootIn(folder: string): DebianRoot {
  const inside = (command: readonly string[]): readonly [string, ...string[]] => [
    'unshare',
    '--mount',
    'sh',
    '-c',
    CHROOT,
    folder,
    ...command,
  ]
  const run = (...command: readonly string[]) => {
    const [program, ...args] = inside(command)
    return runProgram(program, args, { env: ENVIRONMENT })
  }
  return {
    run,
    async succeed(...command) {
      const { code, output } = await run(...command)
      if (code !== 0) throw new Error(`${command.join(' ')} failed: ${output}`)
      return output
    },
    async start(env, ...command) {
      const service = await startServe(inside(command), folder, { ...ENVIRONMENT, ...env })
      onTestFinished(async () => void (await service.end('SIGKILL')))
      return service
    },
  }
}
