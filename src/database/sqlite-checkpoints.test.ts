import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from './database.ts'
import { createCheckpoints, startCheckpointThread } from './sqlite-checkpoints.ts'

async function place() {
  const folder = await mkdtemp(join(tmpdir(), 'castellan-test-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'test.db')
  const { database, close } = await openDatabase(`sqlite:${path}`)
  const started: Worker[] = []
  const checkpoints = createCheckpoints({
    start: () => {
      const worker = startCheckpointThread(path)
      started.push(worker)
      return worker
    },
    uses: 2,
  })
  const write = (): Promise<unknown> =>
    database.updateTable('change_head').set({ version: 7 }).where('id', '=', 1).execute()
  return { path, close, checkpoints, started, write }
}

test('what is in the log gets into the database while that is open, and the thread ends with it', async () => {
  const { path, close, checkpoints, started, write } = await place()
  await write()
  const before = (await stat(path)).mtimeMs
  checkpoints.noteUse()
  expect(started).toHaveLength(0)
  checkpoints.noteUse()
  const [worker] = started
  if (!worker) throw new Error('no thread was started')
  await once(worker, 'message')
  expect((await stat(path)).mtimeMs).toBeGreaterThan(before)
  await checkpoints.close()
  expect(worker.threadId).toBe(-1)
  await close()
})

test('one thread does it however often there is something to do, and none after it was closed', async () => {
  const { close, checkpoints, started } = await place()
  for (let uses = 0; uses < 20; uses++) checkpoints.noteUse()
  expect(started).toHaveLength(1)
  await checkpoints.close()
  for (let uses = 0; uses < 20; uses++) checkpoints.noteUse()
  expect(started).toHaveLength(1)
  await checkpoints.close()
  await close()
})

test('a thread that fails is not started again, and nobody notices', async () => {
  const { close } = await place()
  const started: Worker[] = []
  const checkpoints = createCheckpoints({
    start: () => {
      const worker = startCheckpointThread('/nowhere/test.db')
      started.push(worker)
      return worker
    },
    uses: 1,
  })
  checkpoints.noteUse()
  const [worker] = started
  if (!worker) throw new Error('no thread was started')
  await new Promise((resolve) => worker.once('exit', resolve))
  for (let uses = 0; uses < 20; uses++) checkpoints.noteUse()
  expect(started).toHaveLength(1)
  await checkpoints.close()
  await close()
})
