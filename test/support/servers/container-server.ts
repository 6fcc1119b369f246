import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import type { ServerInstance } from './server-instance.ts'
import type { ContainerServer } from './server-kind.ts'
import { startWatchdog } from './watchdog.ts'

const execute = promisify(execFile)

async function docker(...args: string[]): Promise<string> {
  const { stdout } = await execute('docker', args, { encoding: 'utf8' })
  return stdout.trim()
}

/** Returns whether a Docker engine is available. */
export async function hasDockerEngine(): Promise<boolean> {
  try {
    const { stdout } = await execute('docker', ['info', '--format', '{{.ServerVersion}}'], {
      timeout: 10_000,
    })
    return stdout.trim() !== ''
  } catch {
    return false
  }
}

/** Runs a server from its official image, on a local port. */
export async function createContainerInstance(
  server: ContainerServer,
  port: number,
): Promise<ServerInstance> {
  const name = `castellan-server-${randomBytes(6).toString('hex')}`
  const watchdog = startWatchdog('docker rm -f -v "$1"', [name])
  let paused = false

  const instance: ServerInstance = {
    folder: undefined,
    pids: () => [],
    async start() {
      await docker('start', name)
    },
    async stop() {
      await instance.resume()
      await docker('stop', name)
    },
    async pause() {
      await docker('pause', name)
      paused = true
    },
    async resume() {
      if (!paused) return
      paused = false
      await docker('unpause', name)
    },
    remove: () => watchdog.stop(),
    async finalOutput() {
      const running = await docker('inspect', '--format', '{{.State.Running}}', name)
      return running === 'true' ? undefined : docker('logs', '--tail', '10', name)
    },
  }

  try {
    const env = Object.entries(server.env).flatMap(([key, value]) => ['--env', `${key}=${value}`])
    const publish = ['--publish', `127.0.0.1:${port}:${server.port}`]
    await docker('create', '--name', name, ...publish, ...env, server.image, ...server.args)
    return instance
  } catch (error) {
    await instance.remove()
    throw error
  }
}
