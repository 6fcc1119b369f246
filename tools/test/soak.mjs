// npm run build && node tools/test/soak.mjs
// Runs test/fault many times and reports how many requests were sent, completed and lost.
// FAULT_ROUNDS sets the number of rounds (default: 50).
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'castellan-soak-'))
const file = join(folder, 'report.ndjson')
const env = { FAULT_ROUNDS: '50', ...process.env, FAULT_REPORT: file }
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const args = [vitest, 'run', 'test/fault', '--no-file-parallelism', ...process.argv.slice(2)]
const startedAt = Date.now()
const run = spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' })
run.once('exit', (code) => {
  print()
  rmSync(folder, { recursive: true })
  process.exitCode = code ?? 1
})

function print() {
  console.log(`\nFaults, ${env.FAULT_ROUNDS} rounds, ${Math.round((Date.now() - startedAt) / 1000)} s:`)
  for (const { fault, numbers } of lines()) {
    console.log(`\n${fault}`)
    for (const [name, value] of Object.entries(numbers)) console.log(`  ${name.padEnd(20)} ${value}`)
  }
}

/** A fault whose test failed leaves no line. */
function lines() {
  try {
    return readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  } catch {
    return []
  }
}
