// npm run package [-- debian | helm | image …] [--output FOLDER]   builds these packages, or all. See docs/contributing/publish.md.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

/** The programs that run the scripts. The image contains the Node that runs its script. */
const RUNNERS = {
  debian: ['node'],
  helm: ['node'],
  image: ['npx', '--yes', '-p', 'node@24', 'node'],
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { output: { type: 'string' } },
})
const names = positionals.length > 0 ? positionals : Object.keys(RUNNERS)
const unknown = names.filter((name) => !Object.hasOwn(RUNNERS, name))
if (unknown.length > 0) {
  console.error(
    `There is no package ${unknown.join(', ')}. The packages are ${Object.keys(RUNNERS).join(', ')}.`,
  )
  process.exit(2)
}
const options = values.output === undefined ? [] : ['--output', values.output]
for (const name of names) {
  const [program, ...args] = RUNNERS[name]
  const script = join(import.meta.dirname, `${name}.mjs`)
  const { status } = spawnSync(program, [...args, script, ...options], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
