import { parentPort, workerData } from 'node:worker_threads'
import { sqliteModule } from './sqlite-module.ts'

// The thread behind `sqlite-checkpoints.ts`: writes the log back whenever it is asked to, and answers when it has.
const database = new (sqliteModule().DatabaseSync)(String(workerData))

parentPort?.on('message', (order: 'checkpoint' | 'close') => {
  if (order === 'close') {
    database.close()
    parentPort?.close()
    return
  }
  // Passive: it waits for nobody, and nobody waits for it. What it can't have now comes with the next one.
  database.exec('PRAGMA wal_checkpoint(PASSIVE)')
  parentPort?.postMessage('done')
})
