import { createOpenCalls } from '../../../core/check/http/open-calls.ts'
import type { Core } from '../../../core/service/core.ts'
import { startPeriodicWork } from '../../../core/service/periodic-work.ts'
import type { Step } from '../../../platform/http/steps/step.ts'
import { createLogVerification } from '../log-verification/log-verification.ts'
import { createEventStreams } from './event-streams.ts'
import { createKeyEvents } from './key-events.ts'
import { createWebhookDelivery, refuseUnknownKinds } from './webhooks/webhook-delivery.ts'

const WEBHOOK_POLL_MS = 1000
const KEY_POLL_MS = 1000
const VERIFICATION_POLL_MS = 60_000

/**
 * Starts what stores events in the background, and their delivery to webhooks and event streams. The requests of open event
 * streams are checked again with `checkAgain`.
 */
export function startEvents(core: Core, checkAgain: Step) {
  const { settings, storage, closing, reporter } = core
  const openCalls = createOpenCalls()
  closing.add(async () => openCalls.close())
  refuseUnknownKinds(settings.events.webhooks)
  startKeyEvents(core)
  if (settings.events.verifyHours > 0) startVerification(core)
  startWebhooks(core)
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
    /** Ends the event streams, for which a shutdown would wait. */
    endEventStreams: openCalls.endUnbounded,
  }
}

function startKeyEvents(core: Core): void {
  const { storage, keys, now, closing } = core
  const storeKeyEvents = createKeyEvents({ database: storage.database, keys: keys.current, now })
  closing.add(startPeriodicWork(core, KEY_POLL_MS, storeKeyEvents, 'events of signing keys cannot be stored'))
}

function startVerification(core: Core): void {
  const { settings, storage, now, closing } = core
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
  const stop = startPeriodicWork(core, VERIFICATION_POLL_MS, verifyIfDue, 'the logs cannot be verified')
  closing.add(() => {
    isClosing = true
    return stop()
  })
}

function startWebhooks(core: Core): void {
  const { settings, storage, now, closing, reporter } = core
  for (const webhook of settings.events.webhooks) {
    const delivery = createWebhookDelivery({
      webhook,
      events: storage.events,
      store: storage.webhooks,
      now,
      onProblem: reporter.warn,
    })
    const problem = `events for the webhook ${webhook.name} cannot be read`
    const stop = startPeriodicWork(core, WEBHOOK_POLL_MS, delivery.run, problem)
    closing.add(() => {
      delivery.abort()
      return stop()
    })
  }
}
