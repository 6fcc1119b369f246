// What the scripts that build packages have in common.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { sourceDateEpoch } from './sbom.mjs'

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const { values } = parseArgs({ options: { output: { type: 'string', default: join(root, 'release') } } })
const output = resolve(values.output)

/** Builds in a temporary folder and puts the files that `build` returns, contents by name, beside their checksums. */
export async function release(build) {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-release-'))
  try {
    const files = await build(folder)
    mkdirSync(output, { recursive: true })
    for (const [name, contents] of Object.entries(files)) {
      writeFileSync(join(output, name), contents)
      console.log(join(output, name))
    }
    writeChecksums()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs a program and returns its output. Ends this process if it fails. */
export function run(program, args, options = {}) {
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(sourceDateEpoch()), LC_ALL: 'C', ...options.env }
  const { status, error, stdout } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
    stdio: ['ignore', 'pipe', 'inherit'],
    ...options,
    env,
  })
  if (status === 0) return stdout
  throw new Error(
    `${program} ${args.join(' ')} failed: ${error?.message ?? `exit code ${status}`}\n${stdout}`,
  )
}

/** Returns a tar archive of a folder. The same files give the same bytes. They belong to the user with this id. */
export function archive(folder, { member = '.', owner = 0 } = {}) {
  const order = ['--sort=name', `--mtime=@${sourceDateEpoch()}`, '--format=gnu']
  const ids = [`--owner=${owner}`, `--group=${owner}`, '--numeric-owner']
  return run('tar', [...order, ...ids, '-C', folder, '-c', member], { encoding: 'buffer' })
}

/** Not with zlib of Node: its output depends on the version of Node. */
export function compress(contents) {
  return run('gzip', ['-n'], { encoding: 'buffer', input: Buffer.from(contents), stdio: 'pipe' })
}

/** Gives files and folders the modes that they have with the usual umask. */
export function setModes(folder) {
  run('chmod', ['-R', 'u=rwX,go=rX', folder])
}

/** For `sha256sum --check SHA256SUMS`. */
function writeChecksums() {
  const names = readdirSync(output).filter((name) => name !== 'SHA256SUMS')
  const lines = names.sort().map((name) => {
    const hash = createHash('sha256')
      .update(readFileSync(join(output, name)))
      .digest('hex')
    return `${hash}  ${name}\n`
  })
  writeFileSync(join(output, 'SHA256SUMS'), lines.join(''))
}
