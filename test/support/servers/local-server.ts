import { closeSync, openSync } from 'node:fs'
import { chown, mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRunner } from './runner.ts'
import type { ServerInstance } from './server-instance.ts'
import type { LocalServer } from './server-kind.ts'
import { unprivilegedUser } from './system-user.ts'
import { startWatchdog } from './watchdog.ts'

/**
 * The note contains a signal, the process group to send it to, and the paused processes. A process that does not exit is
 * killed after ten seconds. A zombie process counts as exited.
 */
const DISCARD = `folder=$1
set -- $note
if [ $# -ge 2 ]; then
  signal=$1 group=$2
  shift
  lives() { kill -s 0 -- "-$group" && ! grep -q ') Z ' "/proc/$group/stat"; }
  kill -s "$signal" -- "-$group"
  for pid; do kill -s CONT -- "$pid"; done
  tries=0
  while lives && [ $tries -lt 500 ]; do tries=$((tries + 1)); sleep 0.02; done
  kill -s KILL -- "-$group"
fi
rm -rf -- "$folder"`

/** Runs a locally installed server in a temporary folder. */
export async function createLocalInstance(server: LocalServer): Promise<ServerInstance> {
  const user = unprivilegedUser(server.users)
  const folder = await mkdtemp(join(tmpdir(), 'castellan-server-'))
  const watchdog = startWatchdog(DISCARD, [folder])
  const logPath = join(folder, 'server.log')
  const log = openSync(logPath, 'a')
  const runner = createRunner({ folder, log, user, watchdog })

  async function prepare(): Promise<void> {
    if (user) await chown(folder, user.uid, user.gid)
    const command = await server.prepare?.(folder)
    if (!command) return
    runner.launch(command, 'KILL')
    const code = await runner.untilEnded()
    if (code !== 0) throw new Error(`${command[0]} failed:\n${await lastLines(logPath)}`)
  }

  async function clearUp(): Promise<void> {
    runner.resume()
    await watchdog.stop()
    await runner.untilEnded()
    closeSync(log)
  }

  let removal: Promise<void> | undefined
  const instance: ServerInstance = {
    folder,
    pids: runner.pids,
    start: async () => runner.launch(server.serve(folder), server.discardSignal),
    stop: () => runner.end(server.stopSignal),
    pause: runner.pause,
    resume: async () => runner.resume(),
    remove() {
      removal ??= clearUp()
      return removal
    },
    finalOutput: async () => (runner.pids().length === 0 ? lastLines(logPath) : undefined),
  }

  try {
    await prepare()
    return instance
  } catch (error) {
    await instance.remove()
    throw error
  }
}

async function lastLines(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(() => '')
  return text.trim().split('\n').slice(-10).join('\n')
}
