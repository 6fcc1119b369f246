import { errorCodeOf } from '../../foundation/refusal/error-code.ts'
import { counted } from '../../foundation/text/counted.ts'
import { readSpoolBacklog } from '../../logs/login-log/spool-backlog.ts'
import { sizeText } from './disk.ts'
import { type Finding, ok, problem, skipped, warning } from './finding.ts'

/** A running service stores entries within a second. */
const MAX_WAIT_SECONDS = 60
const MANY_BYTES = 100 * 1024 * 1024

export interface SpoolCheckOptions {
  /** The setting `logger.enableddb`. */
  readonly enabled: boolean
  readonly folder: string
  readonly now: () => number
}

/** Checks that login attempts do not wait in the spool and that the database accepts them. */
export async function checkSpool({ enabled, folder, now }: SpoolCheckOptions): Promise<readonly Finding[]> {
  if (!enabled) return [skipped('logger.enableddb is false: login attempts are not recorded')]
  try {
    const { fileCount, bytes, oldestAt = now(), rejectedFile } = await readSpoolBacklog(folder)
    const seconds = Math.round((now() - oldestAt) / 1000)
    const waiting = `${counted(fileCount, 'file')} (${sizeText(bytes)}) in ${folder}`
    const fix =
      'If the service does not run, start it: it stores them. If it runs, its log has the reason, such as a database that is down.'
    const rejected = rejectedFile === undefined ? [] : [rejectedFinding(rejectedFile)]
    if (fileCount === 0) return [ok('no login attempt waits to be stored'), ...rejected]
    if (bytes > MANY_BYTES) return [problem(`login attempts wait to be stored: ${waiting}`, fix), ...rejected]
    if (seconds <= MAX_WAIT_SECONDS) return [ok(`login attempts are being stored: ${waiting}`), ...rejected]
    return [warning(`login attempts wait for ${seconds} s to be stored: ${waiting}`, fix), ...rejected]
  } catch (error) {
    const code = errorCodeOf(error)
    if (code === 'ENOENT') return [ok('no login attempt waits to be stored')]
    if (code === 'EACCES')
      return [skipped(`this user cannot read ${folder}`, 'Run it as the user of the service.')]
    throw error
  }
}

function rejectedFinding(path: string): Finding {
  return warning(
    `${path} contains login attempts that the database has rejected`,
    'Read the reason in each line, keep the file where you keep your logs, and delete it.',
  )
}
