import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from './database.ts'
import { createCheckpoints, startCheckpointThread } from './sqlite-checkpoints.ts'
import { findSqlite, isVersionFrom } from './sqlite-module.ts'

const { name: module } = findSqlite()

/** Checkpoints of a database at this path, after every second use, and the threads that they have started. */
function checkpointsOf(path: string) {
  const started: Worker[] = []
  const start = (): Worker => {
    const worker = startCheckpointThread({ path, module })
    started.push(worker)
    return worker
  }
  return { started, ...createCheckpoints({ start, uses: 2 }) }
}

async function temporaryPath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'castellan-test-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return join(folder, 'test.db')
}

test('what is in the log gets into the database while that is open, and the thread ends with it', async () => {
  const path = await temporaryPath()
  const { database, close } = await openDatabase(`sqlite:${path}`)
  await database.updateTable('change_head').set({ version: 7 }).where('id', '=', 1).execute()
  const before = (await stat(path)).mtimeMs
  const checkpoints = checkpointsOf(path)
  checkpoints.noteUse()
  expect(checkpoints.started).toHaveLength(0)
  checkpoints.noteUse()
  const [worker] = checkpoints.started
  if (!worker) throw new Error('no thread was started')
  await once(worker, 'message')
  expect((await stat(path)).mtimeMs).toBeGreaterThan(before)
  await checkpoints.close()
  expect(worker.threadId).toBe(-1)
  await close()
})

test('one thread does it however often there is something to do, and none after it was closed', async () => {
  const path = await temporaryPath()
  const { close } = await openDatabase(`sqlite:${path}`)
  const checkpoints = checkpointsOf(path)
  for (let uses = 0; uses < 20; uses++) checkpoints.noteUse()
  expect(checkpoints.started).toHaveLength(1)
  await checkpoints.close()
  for (let uses = 0; uses < 20; uses++) checkpoints.noteUse()
  expect(checkpoints.started).toHaveLength(1)
  await checkpoints.close()
  await close()
})

test('a thread that fails is not started again, and nobody notices', async () => {
  const checkpoints = checkpointsOf('/nowhere/test.db')
  for (let uses = 0; uses < 2; uses++) checkpoints.noteUse()
  const [worker] = checkpoints.started
  if (!worker) throw new Error('no thread was started')
  await new Promise((resolve) => worker.once('exit', resolve))
  for (let uses = 0; uses < 20; uses++) checkpoints.noteUse()
  expect(checkpoints.started).toHaveLength(1)
  await checkpoints.close()
})

test('where no thread can be started, nobody notices either', async () => {
  let tries = 0
  const start = (): Worker => {
    tries++
    throw new Error('no more threads')
  }
  const checkpoints = createCheckpoints({ start, uses: 1 })
  for (let uses = 0; uses < 20; uses++) checkpoints.noteUse()
  expect(tries).toBe(1)
  await checkpoints.close()
})

test('a program that has used the database often ends when it has closed it, and not before', async () => {
  const program = `
    import { openDatabase } from './src/database/database.ts'
    const { database, close } = await openDatabase('sqlite:${await temporaryPath()}')
    for (let uses = 0; uses < 600; uses++) await database.selectFrom('users').select('id').execute()
    await close()
    console.log('closed')`
  const args = ['--import', 'tsx', '--input-type=module', '-e', program]
  const cwd = new URL('../..', import.meta.url)
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd })
  expect(stdout).toBe('closed\n')
})

test.each([
  ['3.51.3', true],
  ['3.53.0', true],
  ['4.0.0', true],
  ['3.51.2', false],
  ['3.50.4', false],
  ['2.99.9', false],
])('SQLite %s shares its log with another connection: %s', (version, does) => {
  expect(isVersionFrom(version, [3, 51, 3])).toBe(does)
})
