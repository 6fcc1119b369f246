import { counted } from '../../foundation/text/counted.ts'
import { shellCommand } from '../../foundation/text/shell-command.ts'
import type { EventStore } from '../../observability/events/event.store.ts'
import type { WebhookStore } from '../../observability/events/webhook.store.ts'
import { readWebhookStates, type WebhookState } from '../../observability/events/webhook-states.ts'
import { type Finding, ok, skipped, warning } from './finding.ts'

/** Deliveries are retried within seconds at first, so a shorter failure can be a restart of the receiver. */
const MAX_FAILING_MINUTES = 10

export interface WebhookCheckOptions {
  readonly names: readonly string[]
  readonly events: Pick<EventStore, 'latestId' | 'after'>
  readonly store: Pick<WebhookStore, 'find'>
  readonly now: () => number
}

/** Checks that events reach every webhook. */
export async function checkWebhooks(options: WebhookCheckOptions): Promise<readonly Finding[]> {
  if (options.names.length === 0) return [skipped('events.webhooks is empty')]
  const states = await readWebhookStates(options.names, options)
  const findings = await Promise.all(states.map((state) => failureFinding(state, options)))
  const failing = findings.filter((finding) => finding !== undefined)
  return failing.length > 0
    ? failing
    : [ok(`no delivery to ${counted(states.length, 'webhook')} fails for long`)]
}

async function failureFinding(
  { name, status, lastEventId, failures, waiting }: WebhookState,
  { events, now }: WebhookCheckOptions,
): Promise<Finding | undefined> {
  if (status !== 'failing') return undefined
  const [next] = await events.after(lastEventId ?? 0, 1)
  if (next === undefined || now() - Date.parse(next.time) < MAX_FAILING_MINUTES * 60_000) return undefined
  return warning(
    `the webhook ${name} fails: ${counted(failures, 'attempt')}, ${counted(waiting, 'event')} not delivered, the oldest from ${next.time}`,
    `${shellCommand(['castellan', 'events', 'test', name])} prints the reason. Events are kept for events.keepDays and delivered once the receiver accepts them.`,
  )
}
