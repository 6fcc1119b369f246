import type { AuditLogStore } from '../../../core/audit-log/audit-log.store.ts'
import { createOpenCalls } from '../../../core/check/http/open-calls.ts'
import type { EventStore } from '../../../core/events/event.store.ts'
import type { LoginLogStore } from '../../../core/login-log/login-log.store.ts'
import type { LoginLogRemovalStore } from '../../../core/login-log/login-log-removal.store.ts'
import type { ServiceContext } from '../../../core/service/context.ts'
import { startPeriodicWork } from '../../../core/service/periodic-work.ts'
import type { Keys } from '../../../core/token/keys/keys.ts'
import type { RootDatabase } from '../../../platform/database/database.ts'
import type { Step } from '../../../platform/http/steps/step.ts'
import { MINUTE_IN_MS } from '../../../platform/runtime/time-units.ts'
import { createLogVerification } from '../log-verification/log-verification.ts'
import { createEventStreams } from './event-streams.ts'
import { createKeyEvents } from './key-events.ts'
import type { WebhookStore } from './webhooks/webhook.store.ts'
import { createWebhookDelivery, requireKnownKinds } from './webhooks/webhook-delivery.ts'

const WEBHOOK_POLL_MS = 1000
const KEY_POLL_MS = 1000
const VERIFICATION_POLL_MS = MINUTE_IN_MS

interface Parts extends Pick<ServiceContext, 'settings' | 'now' | 'closing' | 'reporter'> {
  readonly keys: Pick<Keys, 'current'>
  /** Checks the request of an open event stream again. */
  readonly checkAgain: Step
  readonly beforeClose: readonly (() => void)[]
  readonly storage: {
    readonly database: RootDatabase
    readonly events: EventStore
    readonly webhooks: WebhookStore
    readonly auditLog: AuditLogStore
    readonly loginLogStore: LoginLogStore
    readonly loginLogRemoval: LoginLogRemovalStore
  }
}

/**
 * Starts what stores events in the background, and their delivery to webhooks and event streams. The requests of open event
 * streams are checked again with `checkAgain`.
 */
export function startEvents(parts: Parts) {
  const { settings, storage, checkAgain, beforeClose, closing, reporter } = parts
  const openCalls = createOpenCalls()
  closing.add(async () => openCalls.close())
  requireKnownKinds(settings.events.webhooks)
  startKeyEvents(parts)
  if (settings.events.verifyHours > 0) startVerification(parts)
  startWebhooks(parts)
  const eventStreams = createEventStreams({
    events: storage.events,
    openCalls,
    checkAgain,
    onProblem: (error) => reporter.problem(error, 'event streams cannot read the events'),
  })
  closing.add(eventStreams.close)
  closing.add(async () => openCalls.endUnbounded())
  return {
    eventStreams,
    // A shutdown would wait for the streams.
    beforeClose: [...beforeClose, openCalls.endUnbounded],
  }
}

function startKeyEvents(parts: Parts): void {
  const { storage, keys, now, closing } = parts
  const storeKeyEvents = createKeyEvents({ database: storage.database, keys: keys.current, now })
  closing.add(
    startPeriodicWork(parts, KEY_POLL_MS, storeKeyEvents, 'events of signing keys cannot be stored'),
  )
}

function startVerification(parts: Parts): void {
  const { settings, storage, now, closing } = parts
  let isClosing = false
  const verifyIfDue = createLogVerification({
    database: storage.database,
    auditLog: storage.auditLog,
    loginLog: storage.loginLogStore,
    loginLogRemoval: storage.loginLogRemoval,
    intervalHours: settings.events.verifyHours,
    now,
    isClosing: () => isClosing,
  })
  const stop = startPeriodicWork(parts, VERIFICATION_POLL_MS, verifyIfDue, 'the logs cannot be verified')
  closing.add(() => {
    isClosing = true
    return stop()
  })
}

function startWebhooks(parts: Parts): void {
  const { settings, storage, now, closing, reporter } = parts
  for (const webhook of settings.events.webhooks) {
    const delivery = createWebhookDelivery({
      webhook,
      events: storage.events,
      store: storage.webhooks,
      now,
      onProblem: reporter.warn,
    })
    const problem = `events for the webhook ${webhook.name} cannot be read`
    const stop = startPeriodicWork(parts, WEBHOOK_POLL_MS, delivery.run, problem)
    closing.add(() => {
      delivery.abort()
      return stop()
    })
  }
}
