import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LoginLogEntry } from './login-log-entry.ts'
import { visibleText } from './login-log-text.ts'

const MAX_REASON = 500

/** Appends an entry that the database refuses to a file, where an operator finds it and why it is there. */
export async function setAsideEntry(folder: string, entry: LoginLogEntry, reason: unknown): Promise<string> {
  const path = join(folder, 'rejected.ndjson')
  const text = reason instanceof Error ? reason.message : String(reason)
  const line = JSON.stringify({ reason: visibleText(text, MAX_REASON), entry })
  await appendFile(path, `${line}\n`, { mode: 0o600 })
  return path
}
