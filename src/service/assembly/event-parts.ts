import type { Keys } from '../../authentication/token/keys.ts'
import type { CloseStack } from '../../foundation/runtime/close-stack.ts'
import { createOutageLog } from '../../foundation/runtime/outage-log.ts'
import { runPeriodically } from '../../foundation/runtime/periodic.ts'
import { createLogVerification } from '../../observability/events/log-verification.ts'
import { createWebhookStore } from '../../observability/events/webhook.store.ts'
import { createWebhookDelivery } from '../../observability/events/webhook-delivery.ts'
import { refuseUnknownKinds } from '../../observability/events/webhook-kinds.ts'
import { createEventStreams, type EventStreams } from '../../server/api/administration/event-streams.ts'
import type { Check } from '../../server/http/steps/check.ts'
import type { OpenCalls } from '../../server/http/steps/open-calls.ts'
import type { Settings } from '../../settings/declarations/declarations.ts'
import { createKeyEvents } from '../observers/key-events.ts'
import type { Reporter } from '../reporter.ts'
import type { Storage } from '../storage.ts'

const WEBHOOK_POLL_MS = 1000
const KEY_POLL_MS = 1000
const VERIFICATION_POLL_MS = 60_000

export interface EventPartsOptions {
  readonly settings: Settings
  readonly storage: Storage
  readonly keys: Keys
  readonly openCalls: OpenCalls
  readonly checkAgain: Check
  readonly now: () => number
  readonly closing: CloseStack
  readonly reporter: Reporter
}

/** Starts what stores events in the background, and their delivery to webhooks and event streams. */
export function startEvents(options: EventPartsOptions): EventStreams {
  const { settings, storage, openCalls, checkAgain, closing, reporter } = options
  refuseUnknownKinds(settings.events.webhooks)
  startKeyEvents(options)
  if (settings.events.verifyHours > 0) startVerification(options)
  startWebhooks(options)
  const streams = createEventStreams({
    events: storage.events,
    openCalls,
    checkAgain,
    maxStreams: settings.events.maxStreams,
    maxStreamsPerUser: settings.events.maxStreamsPerUser,
    onProblem: (error) => reporter.problem(error, 'event streams cannot read the events'),
  })
  closing.add(streams.close)
  closing.add(async () => openCalls.endUnbounded())
  return streams
}

function startKeyEvents({ storage, keys, now, closing, reporter }: EventPartsOptions): void {
  const storeKeyEvents = createKeyEvents({ database: storage.database, keys: keys.current, now })
  const outage = createOutageLog((error) =>
    reporter.problem(error, 'events of signing keys cannot be stored'),
  )
  closing.add(runPeriodically(KEY_POLL_MS, () => storeKeyEvents().then(outage.recovered), outage.failed))
}

function startVerification({ settings, storage, now, closing, reporter }: EventPartsOptions): void {
  let isClosing = false
  const verifyIfDue = createLogVerification({
    database: storage.database,
    auditLog: storage.auditLogStore,
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

function startWebhooks({ settings, storage, now, closing, reporter }: EventPartsOptions): void {
  const store = createWebhookStore(storage.database)
  for (const webhook of settings.events.webhooks) {
    const outage = createOutageLog((error) =>
      reporter.problem(error, `events for the webhook ${webhook.name} cannot be read`),
    )
    const delivery = createWebhookDelivery({
      webhook,
      events: storage.events,
      store,
      timeoutMs: settings.events.webhookTimeoutSeconds * 1000,
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
