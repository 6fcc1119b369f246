// node tools/install-packages.mjs bench | mutation | openapi
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Installs the packages of a folder of tools/ that has its own lock file, if the lock file has changed since the last time. */
export function installPackages(name) {
  const folder = fileURLToPath(new URL(name, import.meta.url))
  const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8')
  // Written last: an interrupted installation leaves no copy of the lock file.
  const installedLock = join(folder, 'node_modules/.installed-lock.json')
  if (existsSync(installedLock) && readFileSync(installedLock, 'utf8') === lock) return
  console.error(`Installing the packages of tools/${name}/ …`)
  // Standard output belongs to the command that needs the packages.
  const stdio = ['ignore', process.stderr, process.stderr]
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio })
  if (status !== 0) process.exit(status ?? 1)
  writeFileSync(installedLock, lock)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) installPackages(process.argv[2])
