import { parentPort, workerData } from 'node:worker_threads'
import type { CheckpointWork } from './sqlite-checkpoints.ts'
import { loadSqlite } from './sqlite-module.ts'

// The thread behind `sqlite-checkpoints.ts`: writes the log back whenever it is asked to, and answers when it has.
const { path, module }: CheckpointWork = workerData
const database = new (loadSqlite(module).DatabaseSync)(path)

parentPort?.on('message', (order: 'checkpoint' | 'close') => {
  if (order === 'close') {
    database.close()
    parentPort?.close()
    return
  }
  try {
    // Passive: it waits for nobody, and nobody waits for it.
    database.exec('PRAGMA wal_checkpoint(PASSIVE)')
  } catch {
    // A disk that is full may have room by the next time; if not, SQLite tells whoever commits.
  }
  parentPort?.postMessage('done')
})
