import type { AuditLogStore } from '../../../core/audit-log/audit-log.store.ts'
import type { Finding } from '../../../core/audit-log/hash-chain/compare.ts'
import { appendEvent } from '../../../core/events/event.store.ts'
import { createEventWindows, type Subject } from '../../../core/events/event-window.store.ts'
import type { LoginLogStore } from '../../../core/login-log/login-log.store.ts'
import type { LoginLogRemovalStore } from '../../../core/login-log/login-log-removal.store.ts'
import type { RootDatabase } from '../../../platform/database/database.ts'
import { inTransaction } from '../../../platform/database/query/transaction.ts'
import { HOUR_IN_MS } from '../../../platform/runtime/time-units.ts'
import { verifyAuditLog } from './audit-log-verification.ts'
import { verifyLoginLog } from './login-log-verification.ts'

/** A log that was rewritten has thousands of findings. */
const MAX_EVENTS_PER_RUN = 20

interface LogVerificationOptions {
  readonly database: RootDatabase
  readonly auditLog: AuditLogStore
  readonly loginLog: LoginLogStore
  readonly loginLogRemoval: LoginLogRemovalStore
  readonly intervalHours: number
  readonly now: () => number
  readonly isClosing: () => boolean
}

type LogName = 'audit log' | 'login log'

/** Thrown between two batches of a log, so that a shutdown does not wait for the whole log. */
class Interrupted extends Error {}

/**
 * Creates a function that verifies both logs if that is due. The first node that calls it verifies; the others wait for
 * the next time. If the node ends meanwhile, another one verifies an hour later.
 */
export function createLogVerification(options: LogVerificationOptions): () => Promise<void> {
  const { database, auditLog, loginLog, loginLogRemoval, intervalHours, now, isClosing } = options
  const task: Subject = ['log-verification']
  const onProgress = (): void => {
    if (isClosing()) throw new Interrupted()
  }

  return async () => {
    const isDue = await inTransaction(database, (transaction) =>
      createEventWindows(transaction).claim(task, {
        nextAt: now() + HOUR_IN_MS,
        // An hour more, because the clocks of the nodes differ.
        latestAt: now() + (intervalHours + 1) * HOUR_IN_MS,
        now: now(),
      }),
    )
    if (!isDue) return
    try {
      const verified = await verifyAuditLog({ auditLog, onProgress })
      await reportFindings('audit log', verified.findings)
      const verifiedLogins = await verifyLoginLog({ loginLog, loginLogRemoval, auditLog, onProgress })
      await reportFindings('login log', verifiedLogins.findings)
    } catch (error) {
      if (error instanceof Interrupted) return
      throw error
    }
    await inTransaction(database, (transaction) =>
      createEventWindows(transaction).schedule(task, now() + intervalHours * HOUR_IN_MS),
    )
  }

  /**
   * Stores an event for each finding that no event has reported yet. What exceeds the limit is reported by the following
   * verifications; the last event has its number.
   */
  async function reportFindings(log: LogName, findings: readonly Finding[]): Promise<void> {
    if (findings.length === 0) return
    await inTransaction(database, async (transaction) => {
      const windows = createEventWindows(transaction)
      const subjectOf = ({ kind, position }: Finding): Subject => ['log.tampered', log, kind, position]
      const reported = await windows.recorded(findings.map(subjectOf))
      const unreported = findings.filter((_, index) => !reported[index])
      const chosen = unreported.slice(0, MAX_EVENTS_PER_RUN)
      for (const [index, finding] of chosen.entries()) {
        if (!(await windows.isFirst(subjectOf(finding)))) continue
        const { kind, position, upTo, problem } = finding
        const further = index === chosen.length - 1 ? unreported.length - chosen.length : 0
        const fields = { log, position, upTo, finding: kind, problem, ...(further > 0 && { further }) }
        await appendEvent(transaction, { kind: 'log.tampered', fields }, now())
      }
    })
  }
}
