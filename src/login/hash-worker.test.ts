import { execFile } from 'node:child_process'
import { getPriority } from 'node:os'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** In a process of its own, since other tests hash in this one: how many threads have which nice value. */
const PROGRAM = `
  import { readdirSync, readFileSync } from 'node:fs'
  import { createHashWorkers } from './src/login/hash-workers.ts'
  await createHashWorkers({ threads: 1 }).run({ password: 'a' })
  const counts = {}
  for (const thread of readdirSync('/proc/self/task')) {
    const stat = readFileSync('/proc/self/task/' + thread + '/stat', 'utf8')
    const nice = stat.slice(stat.lastIndexOf(')')).split(' ')[17]
    counts[nice] = (counts[nice] ?? 0) + 1
  }
  console.log(JSON.stringify(counts))`

test.runIf(process.platform === 'linux')('the thread lowers its own priority, and no other', async () => {
  const args = ['--import', 'tsx', '--input-type=module', '-e', PROGRAM]
  const cwd = new URL('../..', import.meta.url)
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd })
  const usual = getPriority()
  // Beside it there are the event loop and the threads that Node keeps.
  expect(JSON.parse(stdout)).toEqual({ [usual]: expect.any(Number), [Math.min(19, usual + 10)]: 1 })
})
