import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { csvLine } from '../../../platform/csv/csv-writer.ts'
import type { OldSystem } from './old-system.ts'

/** The columns of the file. Their names are those of the login log here. */
const COLUMNS = ['id', 'loginTime', 'username', 'status', 'ipaddr', 'browser', 'os', 'msg', 'remark'] as const

/**
 * Writes the old login log to a new file. It does not become part of the login log here.
 * See docs/decisions/0084-import-of-other-systems.md.
 */
export async function writeLoginLog(path: string, old: OldSystem): Promise<string> {
  async function* lines(): AsyncGenerator<string> {
    yield csvLine(COLUMNS)
    for await (const entries of old.logins())
      for (const entry of entries) yield csvLine(COLUMNS.map((column) => entry[column]))
  }
  await pipeline(Readable.from(lines()), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  return path
}
