import { once } from 'node:events'
import { openDatabase } from '../../src/platform/database/database.ts'

/** A process that opens a database when it is told its URL, as a node does when it starts, and tells what it migrated. */
process.stdout.write('ready\n')
const [url] = await once(process.stdin.setEncoding('utf8'), 'data')
const { migrated, close } = await openDatabase(String(url).trim())
process.stdout.write(`${JSON.stringify(migrated)}\n`)
await close()
process.stdin.destroy()
