import { createOutageLog } from '../../foundation/runtime/outage-log.ts'
import { runPeriodically } from '../../foundation/runtime/periodic.ts'
import { createLogVerification } from '../../observability/events/log-verification.ts'
import { createWebhookDelivery, refuseUnknownKinds } from '../../observability/events/webhook-delivery.ts'
import { createEventStreams } from '../../server/api/administration/event-streams.ts'
import { createOpenCalls } from '../../server/http/steps/open-calls.ts'
import type { Step } from '../../server/http/steps/step.ts'
import { createKeyEvents } from '../observers/key-events.ts'
import type { Core } from './core.ts'

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

function startKeyEvents({ storage, keys, now, closing, reporter }: Core): void {
  const storeKeyEvents = createKeyEvents({ database: storage.database, keys: keys.current, now })
  const outage = createOutageLog((error) =>
    reporter.problem(error, 'events of signing keys cannot be stored'),
  )
  closing.add(runPeriodically(KEY_POLL_MS, () => storeKeyEvents().then(outage.recovered), outage.failed))
}

function startVerification({ settings, storage, now, closing, reporter }: Core): void {
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
  const outage = createOutageLog((error) => reporter.problem(error, 'the logs cannot be verified'))
  const stop = runPeriodically(
    VERIFICATION_POLL_MS,
    () => verifyIfDue().then(outage.recovered),
    outage.failed,
  )
  closing.add(() => {
    isClosing = true
    return stop()
  })
}

function startWebhooks({ settings, storage, now, closing, reporter }: Core): void {
  for (const webhook of settings.events.webhooks) {
    const outage = createOutageLog((error) =>
      reporter.problem(error, `events for the webhook ${webhook.name} cannot be read`),
    )
    const delivery = createWebhookDelivery({
      webhook,
      events: storage.events,
      store: storage.webhooks,
      now,
      onProblem: reporter.warn,
    })
    const stop = runPeriodically(WEBHOOK_POLL_MS, () => delivery.run().then(outage.recovered), outage.failed)
    closing.add(() => {
      delivery.abort()
      return stop()
    })
  }
}
