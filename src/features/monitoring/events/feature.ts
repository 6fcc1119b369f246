import { type Route, type RouteLimits, route } from '../../../core/check/http/route.ts'
import { createEventStore } from '../../../core/events/event.store.ts'
import type { RootDatabase } from '../../../platform/database/database.ts'
import { compressed } from '../../../platform/http/responses/compressed.ts'
import { startEvents } from './event-parts.ts'
import { createEventReadStore } from './event-read.store.ts'
import { eventRoutes } from './events-endpoints.ts'
import { createReportedLoginEvents } from './login-events.ts'
import { createWebhookStore } from './webhooks/webhook.store.ts'

interface Settings {
  readonly events: { readonly keepDays: number }
}

type RouteParts = RouteLimits & Parameters<typeof eventRoutes>[0]

export const eventsFeature = {
  stores: (database: RootDatabase) => ({
    webhooks: createWebhookStore(database),
    eventReads: createEventReadStore(database),
  }),
  deleteExpired: (database: RootDatabase, daysAgo: (days: number) => number, settings: Settings) =>
    createEventStore(database).deleteExpired(daysAgo(settings.events.keepDays)),
  start: startEvents,
  loginEvents: createReportedLoginEvents,
  routes(parts: RouteParts): Route[] {
    const { usual } = parts.limits
    const event = eventRoutes(parts)
    return [
      route('GET', '/event', 'all-only', compressed(event.list), usual),
      route('GET', '/user/event-read', 'identity', event.read, usual),
      route('PUT', '/user/event-read', 'identity', event.markRead, usual),
      route('GET', '/event/stream', 'all-only', event.stream, usual),
    ]
  },
}
