import { SettingsError } from '../../settings/settings-error.ts'
import type { WebhookSetting } from '../../settings/webhook.ts'
import { EVENT_KINDS } from './event.ts'
import { isWanted } from './webhook-delivery.ts'

/** Throws if a webhook has a kind that does not exist. The settings cannot check it: settings/ does not import events/. */
export function refuseUnknownKinds(webhooks: readonly WebhookSetting[]): void {
  for (const { name, kinds } of webhooks) {
    const unknown = kinds.find((wanted) => !EVENT_KINDS.some((kind) => isWanted(kind, [wanted])))
    if (unknown === undefined) continue
    throw new SettingsError(
      `events.webhooks: the webhook ${name} has the kind "${unknown}", which does not exist. Fix: use one of ${EVENT_KINDS.join(', ')}`,
    )
  }
}
