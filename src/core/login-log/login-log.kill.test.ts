import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createLoginLog } from './login-log.ts'

const KILLS = 5

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'castellan-kill-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/**
 * Records in eight loops and prints each key once `record` has resolved. The store is a file of keys, so that a kill
 * while storing leaves rows that the next process stores again.
 */
const childScript = `
import { appendFileSync } from 'node:fs'
import { createLoginLog } from ${JSON.stringify(new URL('./login-log.ts', import.meta.url).href)}
import { createLoginLogEntry } from ${JSON.stringify(new URL('./login-log-entry.ts', import.meta.url).href)}

const [spool, rows] = process.argv.slice(2)
const loginLog = await createLoginLog({
  enabled: true,
  spool: { folder: spool, maxFileBytes: 20_000 },
  store: {
    async insertMany(entries) {
      appendFileSync(rows, entries.map(({ key }) => key + '\\n').join(''))
      await new Promise((resolve) => setTimeout(resolve, 2))
    },
  },
  maxDelayMs: 3,
  onProblem: (problem) => console.error(problem),
})

async function loop() {
  for (;;) {
    const attempt = { username: 'alice', status: '2', address: '::1', userAgent: 'x', msg: '', reason: 'logged-in', method: 'password', at: new Date() }
    const entry = createLoginLogEntry(attempt)
    await loginLog.record(entry)
    process.stdout.write(entry.key + '\\n')
  }
}
await Promise.all(Array.from({ length: 8 }, loop))
`

async function runUntilKilled(script: string, spool: string, rows: string): Promise<string[]> {
  const child = spawn(process.execPath, ['--import', 'tsx', script, spool, rows], { cwd: process.cwd() })
  // Also ends the process when the test fails.
  onTestFinished(() => void child.kill('SIGKILL'))
  const acknowledged = keysUntilKilled(child, 20 + Math.floor(Math.random() * 1500))
  const problems: string[] = []
  child.stderr.on('data', (chunk) => problems.push(String(chunk)))
  const keys = await acknowledged
  // A torn line may be reported, but no other problem.
  expect(problems.filter((problem) => !problem.includes('torn'))).toEqual([])
  return keys
}

async function keysUntilKilled(child: ChildProcess, killAfterCount: number): Promise<string[]> {
  let text = ''
  child.stdout?.on('data', (chunk) => {
    text += String(chunk)
    if (text.length > killAfterCount * 37) child.kill('SIGKILL')
  })
  await once(child, 'close')
  return text.split('\n').filter((line) => line.length === 36)
}

test('kill -9 at any moment: every acknowledged entry is stored exactly once', {
  timeout: 300_000,
}, async () => {
  const script = join(folder, 'child.mjs')
  const spool = join(folder, 'spool')
  const rows = join(folder, 'rows')
  await writeFile(script, childScript)
  await writeFile(rows, '')

  const acknowledged: string[] = []
  for (let kill = 0; kill < KILLS; kill++) acknowledged.push(...(await runUntilKilled(script, spool, rows)))
  expect(await readdir(spool)).not.toEqual([])

  // The table that the processes and the last start share: one row per key.
  const table = new Map<string, number>()
  const store = (key: string) => table.set(key, 1)
  for (const key of (await readFile(rows, 'utf8')).split('\n').filter(Boolean)) store(key)
  const loginLog = await createLoginLog({
    enabled: true,
    spool: { folder: spool },
    store: {
      async insertMany(entries) {
        for (const { key } of entries) store(key)
      },
    },
    onProblem: () => undefined,
  })
  await loginLog.flush()
  await loginLog.close()

  expect(acknowledged.length).toBeGreaterThan(KILLS * 20)
  expect(new Set(acknowledged).size).toBe(acknowledged.length)
  expect(acknowledged.filter((key) => !table.has(key))).toEqual([])
  expect(await readdir(spool)).toEqual([])
})
