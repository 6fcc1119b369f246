import type { Stats } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { EventStore } from '../../../core/events/event.store.ts'
import { REJECTED_FILE } from '../../../core/login-log/writing/login-log-batch.ts'
import { isSpoolFileName } from '../../../core/login-log/writing/spool-file.ts'
import { type Finding, ok, problem, skipped, warning } from '../../../platform/cli/output/finding.ts'
import { errorCodeOf } from '../../../platform/refusal/error-code.ts'
import { MINUTE_IN_MS } from '../../../platform/runtime/time-units.ts'
import { counted } from '../../../platform/text/counted.ts'
import { shellCommand } from '../../../platform/text/shell-command.ts'
import type { WebhookStore } from '../../monitoring/events/webhooks/webhook.store.ts'
import { readWebhookStates } from '../../monitoring/events/webhooks/webhook-states.ts'
import { sizeText } from './disk.ts'

/** A running service stores entries within a second. */
const MAX_WAIT_SECONDS = 60
const MANY_BYTES = 100 * 1024 * 1024
/** Deliveries are retried within seconds at first, so a shorter failure can be a restart of the receiver. */
const MAX_FAILING_MINUTES = 10

/** Checks that login attempts do not wait in the spool and that the database accepts them. */
export async function checkSpool(
  { enableddb }: { readonly enableddb: boolean },
  folder: string,
  now: () => number,
): Promise<readonly Finding[]> {
  if (!enableddb) return [skipped('logger.enableddb is false: login attempts are not recorded')]
  try {
    const names = await readdir(folder)
    const files = await Promise.all(names.filter(isSpoolFileName).map((name) => statOf(join(folder, name))))
    const waiting = files.filter(({ size }) => size > 0)
    const bytes = waiting.reduce((sum, { size }) => sum + size, 0)
    const rejected = join(folder, REJECTED_FILE)
    return [
      waitingFinding(waiting, bytes, folder, now),
      ...((await statOf(rejected)).size > 0 ? [rejectedFinding(rejected)] : []),
    ]
  } catch (error) {
    const code = errorCodeOf(error)
    if (code === 'ENOENT') return [ok('no login attempt waits to be stored')]
    if (code === 'EACCES') {
      return [skipped(`this user cannot read ${folder}`, 'Run it as the user of the service.')]
    }
    throw error
  }
}

/** A file that does not exist, or that was stored and deleted in the meantime, counts as empty. */
async function statOf(path: string): Promise<Pick<Stats, 'size' | 'mtimeMs'>> {
  return stat(path).catch(() => ({ size: 0, mtimeMs: 0 }))
}

function waitingFinding(
  files: readonly Pick<Stats, 'mtimeMs'>[],
  bytes: number,
  folder: string,
  now: () => number,
): Finding {
  if (files.length === 0) return ok('no login attempt waits to be stored')
  const seconds = Math.round((now() - Math.min(...files.map(({ mtimeMs }) => mtimeMs))) / 1000)
  const waiting = `${counted(files.length, 'file')} (${sizeText(bytes)}) in ${folder}`
  const fix =
    'If the service does not run, start it: it stores them. If it runs, its log has the reason, such as a database that is down.'
  if (bytes > MANY_BYTES) return problem(`login attempts wait to be stored: ${waiting}`, fix)
  if (seconds <= MAX_WAIT_SECONDS) return ok(`login attempts are being stored: ${waiting}`)
  return warning(`login attempts wait for ${seconds} s to be stored: ${waiting}`, fix)
}

function rejectedFinding(path: string): Finding {
  return warning(
    `${path} contains login attempts that the database has rejected`,
    'Read the reason in each line, keep the file where you keep your logs, and delete it.',
  )
}

interface WebhookStores {
  readonly events: Pick<EventStore, 'latestId' | 'after'>
  readonly store: Pick<WebhookStore, 'find'>
}

/** Checks that events reach every webhook. */
export async function checkWebhooks(
  names: readonly string[],
  stores: WebhookStores,
  now: () => number,
): Promise<readonly Finding[]> {
  if (names.length === 0) return [skipped('events.webhooks is empty')]
  const findings: Finding[] = []
  for (const { name, status, lastEventId, failures, waiting } of await readWebhookStates(names, stores)) {
    if (status !== 'failing') continue
    const [next] = await stores.events.after(lastEventId ?? 0, 1)
    if (next === undefined || now() - Date.parse(next.time) < MAX_FAILING_MINUTES * MINUTE_IN_MS) continue
    findings.push(
      warning(
        `the webhook ${name} fails: ${counted(failures, 'attempt')}, ${counted(waiting, 'event')} not delivered, the oldest from ${next.time}`,
        `${shellCommand(['castellan', 'events', 'test', name])} prints the reason. Events are kept for events.keepDays and delivered once the receiver accepts them.`,
      ),
    )
  }
  return findings.length > 0
    ? findings
    : [ok(`no delivery to ${counted(names.length, 'webhook')} fails for long`)]
}
