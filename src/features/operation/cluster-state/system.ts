import { endpoint } from '../../../core/check/http/endpoint.ts'
import type { EventStore } from '../../../core/events/event.store.ts'
import type { RoleHolderStore } from '../../../core/role/role-holder.store.ts'
import type { Behaviour } from '../../../core/settings/mode.ts'
import type { Keys } from '../../../core/token/keys/keys.ts'
import { suspensionFields } from '../../../core/user/user-schemas.ts'
import type { DatabaseServer } from '../../../platform/database/engine.ts'
import {
  count,
  id,
  listSchema,
  objectSchema,
  text,
  timeOrNull,
} from '../../../platform/http/endpoint/response-schemas.ts'
import { readVersion } from '../../../platform/runtime/package-files.ts'
import { MIN_CONFIRMERS } from '../../approval/four-eyes/confirmers.ts'
import type { SuspensionStore } from '../../approval/four-eyes/suspension.store.ts'
import type { WebhookStore } from '../../monitoring/events/webhooks/webhook.store.ts'
import { readWebhookStates } from '../../monitoring/events/webhooks/webhook-states.ts'

const systemSchema = objectSchema('System', {
  version: { ...text, description: 'The version of the service on this node.' },
  nodeVersion: { ...text, description: 'The version of Node.js on this node.' },
  mode: text,
  database: objectSchema('DatabaseServer', { product: text, version: text }),
  keys: listSchema(
    objectSchema('SigningKey', {
      kid: { type: ['string', 'null'], description: 'Null for the secret of the settings.' },
      algorithm: text,
      state: { enum: ['signing', 'accepted'], description: '`signing`: signs new tokens.' },
    }),
  ),
  fourEyes: objectSchema('FourEyes', {
    operations: {
      ...listSchema(text),
      description: 'What a second administrator has to confirm. Empty: nothing.',
    },
    confirmers: {
      ...count,
      description:
        'Enabled users with the role `admin` without an end, who confirm changes, and suspended ones, until somebody decides about them.',
    },
    requiredConfirmers: {
      ...count,
      description:
        'How many there must be; 0 if nothing has to be confirmed. With fewer, changes that need a confirmation are refused.',
    },
    suspended: {
      ...listSchema(objectSchema('SuspendedUser', { userId: id, username: text, ...suspensionFields })),
      description:
        'The suspended users, until an administrator who is not one of the two decides about each.',
    },
  }),
  webhooks: listSchema(
    objectSchema('WebhookState', {
      name: text,
      status: {
        enum: ['new', 'ok', 'failing'],
        description:
          '`new`: no node has started with the webhook yet. `failing`: the next event could not be delivered.',
      },
      lastEventId: {
        type: ['integer', 'null'],
        description:
          'The last event that was delivered, that the webhook does not want, or that was there when the webhook was added. Null if `status` is `new`.',
      },
      waiting: { ...count, description: 'The number of events after it.' },
      failures: { ...count, description: 'Consecutive failures of the next event.' },
      nextRetry: timeOrNull,
      skipped: { ...count, description: 'Events that were deleted before they could be delivered.' },
    }),
  ),
})

interface Parts {
  readonly settings: {
    readonly administration: { readonly fourEyes: { readonly operations: readonly string[] } }
    readonly events: { readonly webhooks: readonly { readonly name: string }[] }
  }
  readonly behaviour: Pick<Behaviour, 'mode'>
  readonly keys: Keys
  readonly events: EventStore
  readonly webhooks: WebhookStore
  readonly roleHolders: RoleHolderStore
  readonly suspensions: SuspensionStore
  readonly readDatabaseServer: () => Promise<DatabaseServer>
}

/** Returns versions, the database, the keys of tokens, who confirms changes, and the state of webhooks. */
export function systemRoute(parts: Parts) {
  const { settings, behaviour, keys, events, webhooks, roleHolders, suspensions, readDatabaseServer } = parts
  const { operations } = settings.administration.fourEyes
  const version = readVersion()
  return endpoint({
    operationId: 'getSystem',
    summary: 'Get versions, keys and webhooks',
    response: systemSchema,
    async handler() {
      const { product, version: databaseVersion } = await readDatabaseServer()
      const { signing, accepted } = keys.current()
      const names = settings.events.webhooks.map(({ name }) => name)
      return {
        version,
        nodeVersion: process.versions.node,
        mode: behaviour.mode,
        database: { product, version: databaseVersion },
        keys: accepted.map((key) => ({
          kid: key.kid ?? null,
          algorithm: key.algorithm,
          state: key === signing ? 'signing' : 'accepted',
        })),
        fourEyes: {
          operations,
          confirmers: (await roleHolders.confirmerIds()).length,
          requiredConfirmers: operations.length === 0 ? 0 : MIN_CONFIRMERS,
          suspended: await suspensions.list(),
        },
        webhooks: await readWebhookStates(names, { events, store: webhooks }),
      }
    },
  })
}
