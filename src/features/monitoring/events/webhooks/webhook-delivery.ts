import { randomBytes } from 'node:crypto'
import type { EventStore } from '../../../../core/events/event.store.ts'
import { EVENT_KINDS, type Event } from '../../../../core/events/event.ts'
import { createOutageLog } from '../../../../platform/runtime/outage-log.ts'
import { MINUTE_IN_MS } from '../../../../platform/runtime/time-units.ts'
import { SettingsError } from '../../../../platform/settings/settings-error.ts'
import { counted } from '../../../../platform/text/counted.ts'
import type { WebhookSetting } from '../webhook.ts'
import type { Delivery, WebhookStore } from './webhook.store.ts'
import { sendToWebhook, WEBHOOK_TIMEOUT_MS, type WebhookOutcome } from './webhook-request.ts'

const EVENTS_PER_BATCH = 100
const FIRST_DELAY_MS = 1000
const MAX_DELAY_MS = 15 * MINUTE_IN_MS
/** How long after the end of a request another node waits before it delivers. */
const LEASE_MARGIN_MS = 20_000

export interface WebhookDeliveryOptions {
  readonly webhook: WebhookSetting
  readonly events: EventStore
  readonly store: WebhookStore
  readonly timeoutMs?: number
  readonly now: () => number
  /** Called once per outage of the webhook. */
  readonly onProblem: (text: string) => void
  readonly random?: () => number
}

/**
 * Creates the delivery of events to one webhook. An event counts as delivered when the webhook has confirmed it: if a node
 * ends before it has stored that, another node sends the event again.
 */
export function createWebhookDelivery(options: WebhookDeliveryOptions) {
  const { webhook, events, store, timeoutMs = WEBHOOK_TIMEOUT_MS, now } = options
  const { onProblem, random = Math.random } = options
  const { name } = webhook
  const holder = randomBytes(8).toString('hex')
  const leaseMs = timeoutMs + LEASE_MARGIN_MS
  const closing = new AbortController()
  const outage = createOutageLog((reason) =>
    onProblem(`events cannot be delivered to the webhook ${name} (${String(reason)}); retrying`),
  )
  const skips = createOutageLog((count) =>
    onProblem(
      `the webhook ${name} has missed ${String(count)}, which were deleted before they were delivered`,
    ),
  )

  return {
    /** Delivers what is due, in order. Returns when nothing is due, an event fails, or another node delivers. */
    async run(): Promise<void> {
      const latest = await events.latestId()
      const known = await store.find(name)
      if (known === undefined) await store.add(name, latest)
      else if (isDue(known, latest)) await deliverAll()
    },
    /** Ends the request in progress. */
    abort: () => closing.abort(),
  }

  function isDue({ lastEventId, retryAt }: Delivery, latest: number): boolean {
    const waitMs = retryAt - now()
    // A longer wait comes from a clock that was set back, a later event from an older database that was restored.
    return lastEventId !== latest && (waitMs <= 0 || waitMs > MAX_DELAY_MS)
  }

  async function deliverAll(): Promise<void> {
    let delivery = await store.acquire(name, holder, leaseMs, now())
    if (delivery === undefined) return
    try {
      // The latest id may be lower than the last delivered one: an older database was restored.
      const lastEventId = Math.min(delivery.lastEventId, await events.latestId())
      delivery = { ...delivery, lastEventId }
      for (;;) {
        const batch = await events.after(delivery.lastEventId, EVENTS_PER_BATCH)
        for (const event of batch) {
          const next = await deliver(event, delivery)
          if (next === undefined || !(await store.save(name, holder, next, now() + leaseMs))) return
          delivery = next
          if (next.failures > 0) return
        }
        if (batch.length === 0) {
          await store.save(name, holder, delivery, now() + leaseMs)
          return
        }
      }
    } finally {
      await store.release(name, holder)
    }
  }

  /** Returns the progress after an event, or undefined if the service ends. */
  async function deliver(event: Event, before: Delivery): Promise<Delivery | undefined> {
    // Ids have no gaps, so the ids in between belong to deleted events.
    const missing = event.id - before.lastEventId - 1
    if (missing > 0) skips.failed(counted(missing, 'event'))
    const skipped = before.skipped + missing
    if (!isWanted(event.kind, webhook.kinds))
      return { lastEventId: event.id, failures: 0, retryAt: 0, skipped }
    const outcome = await sendToWebhook(webhook, event, { timeoutMs, now, signal: closing.signal })
    if (outcome.reason !== undefined && closing.signal.aborted) return undefined
    return { ...afterOutcome(outcome, event, before), skipped }
  }

  function afterOutcome(outcome: WebhookOutcome, event: Event, before: Delivery): Omit<Delivery, 'skipped'> {
    if (outcome.reason === undefined) {
      outage.recovered()
      skips.recovered()
      return { lastEventId: event.id, failures: 0, retryAt: 0 }
    }
    outage.failed(outcome.reason)
    const failures = before.failures + 1
    // The events before this one were delivered or deleted.
    return { lastEventId: event.id - 1, failures, retryAt: now() + delayAfter(failures, random) }
  }
}

/** Doubles with every failure. Random, so that several webhooks of one receiver are not retried at the same time. */
function delayAfter(failures: number, random: () => number): number {
  const delayMs = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(failures - 1, 20))
  return Math.round(delayMs * (0.5 + random() / 2))
}

/** Returns whether a webhook gets events of a kind: it lists the kind, its group such as `login.*`, or nothing. */
export function isWanted(kind: string, kinds: readonly string[]): boolean {
  const group = `${kind.split('.')[0]}.*`
  return kinds.length === 0 || kinds.includes(kind) || kinds.includes(group)
}

/** Throws if a webhook has a kind that does not exist. The settings cannot check it: settings/ does not import events/. */
export function requireKnownKinds(webhooks: readonly WebhookSetting[]): void {
  for (const { name, kinds } of webhooks) {
    const unknown = kinds.find((wanted) => !EVENT_KINDS.some((kind) => isWanted(kind, [wanted])))
    if (unknown === undefined) continue
    throw new SettingsError(
      `events.webhooks: the webhook ${name} has the kind "${unknown}", which does not exist. Fix: use one of ${EVENT_KINDS.join(', ')}`,
    )
  }
}
