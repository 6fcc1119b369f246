import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Prevents packages from starting services, because tests start their own servers. Test files that run at the same time wait for
 * each other: apt-get does not wait for the lock of the package lists.
 */
const INSTALL = `log=$1; shift
exec >"$log" 2>&1
exec 9>/var/lib/dpkg/castellan-tests.lock
flock 9
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
  trap 'rm -f "$policy"' EXIT
  printf '#!/bin/sh\\nexit 101\\n' >"$policy"
  chmod 755 "$policy"
fi
export DEBIAN_FRONTEND=noninteractive RUNLEVEL=1
apt-get update 9>&-
apt-get install --yes --no-install-recommends -o DPkg::Lock::Timeout=300 "$@" 9>&-`

/** Returns whether packages may be installed (`TEST_SERVERS=required`) and can be, without a prompt. */
export function mayInstallPackages(): boolean {
  if (process.env.TEST_SERVERS !== 'required') return false
  return process.getuid?.() === 0 && existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get')
}

export async function installPackages(names: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'castellan-apt-'))
  const log = join(folder, 'log')
  try {
    // Detached, so that Ctrl-C does not interrupt the installation.
    const shell = spawn('sh', ['-c', INSTALL, 'sh', log, ...names], { detached: true, stdio: 'ignore' })
    const code = await new Promise((resolve) => shell.once('exit', resolve).once('error', resolve))
    if (code !== 0) throw new Error(`apt-get failed: ${await lastProblem(log)}`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function lastProblem(log: string): Promise<string> {
  const lines = (await readFile(log, 'utf8').catch(() => '')).trim().split('\n')
  return lines.findLast((line) => line.startsWith('E:')) ?? lines.at(-1) ?? 'no output'
}
