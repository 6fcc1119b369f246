import type { FastifyRequest } from 'fastify'
import { endpoint } from '../../../core/check/http/endpoint.ts'
import type { EventStore } from '../../../core/events/event.store.ts'
import { EVENT_KINDS, eventTemplate, eventText, SEVERITIES } from '../../../core/events/event.ts'
import { languageOf } from '../../../platform/http/call/language.ts'
import type { DocumentedRoute } from '../../../platform/http/endpoint/documentation.ts'
import { numberOf, pageOf, pageQuery, pageResponse } from '../../../platform/http/endpoint/page-query.ts'
import { bodySchema, idInput, querySchema } from '../../../platform/http/endpoint/request-schemas.ts'
import {
  count,
  id,
  objectSchema,
  pageSchema,
  time,
} from '../../../platform/http/endpoint/response-schemas.ts'
import { InvalidParameters } from '../../../platform/refusal/refusal.ts'
import type { EventReadStore } from './event-read.store.ts'
import type { EventStreams } from './event-streams.ts'

const eventSchema = objectSchema('Event', {
  id: { ...id, description: 'Increases with every event.' },
  kind: { type: 'string', description: 'Such as `admin.granted`.' },
  severity: { enum: SEVERITIES },
  time,
  text: { type: 'string', description: 'In the language of the request.' },
  template: {
    type: 'string',
    description: 'The text with the names of fields in braces, such as `“{username}” has admin rights now`.',
  },
  fields: {
    type: 'object',
    additionalProperties: { anyOf: [{ type: 'string' }, { type: 'number' }] },
    description: 'What the text says, for programs.',
  },
})

const eventReadSchema = objectSchema('EventsRead', {
  lastId: { ...count, description: 'The id of the newest event that you have read; 0 for none.' },
})

const LAST_EVENT_ID = 'Last-Event-ID'
const EVENT_ID = '^\\d{1,15}$'

interface Parts {
  readonly events: EventStore
  readonly eventStreams: EventStreams
  readonly eventReads: EventReadStore
}

/** Creates the endpoints that read events. */
export function eventRoutes({ events, eventStreams, eventReads }: Parts) {
  return {
    list: endpoint({
      operationId: 'listEvents',
      summary: 'List events',
      description: 'The newest events first.',
      response: pageSchema('EventPage', eventSchema),
      query: querySchema({
        ...pageQuery,
        kind: { type: 'string', enum: EVENT_KINDS, description: 'Such as `admin.granted`.' },
        severity: { type: 'string', enum: SEVERITIES },
        after: { type: 'string', pattern: EVENT_ID, description: 'Only events with a larger id.' },
        id: { type: 'string', pattern: EVENT_ID, description: 'Only the event with this id.' },
      }),
      async handler({ query, request }) {
        const { kind, severity, after, id, ...page } = query
        const filter = { kind, severity, after: numberOf(after), id: numberOf(id) }
        // `after` is the id of an event here, not a place in the list.
        const found = await events.page(filter, pageOf(page))
        const language = languageOf(request.headers['accept-language'])
        const list = found.list.map((event) => ({
          ...event,
          text: eventText(event.kind, event.fields, language),
          template: eventTemplate(event.kind, event.fields, language),
        }))
        return pageResponse({ ...found, list })
      },
    }),

    read: endpoint({
      operationId: 'getReadEvents',
      summary: 'Get up to which event you have read',
      response: eventReadSchema,
      handler: async ({ identity: { userId } }) => ({ lastId: await eventReads.lastRead(userId) }),
    }),

    markRead: endpoint({
      operationId: 'markEventsRead',
      summary: 'Record up to which event you have read',
      description: 'An id that is smaller than the recorded one changes nothing.',
      response: eventReadSchema,
      body: bodySchema('EventRead', ['lastId'], { lastId: idInput }),
      async handler({ identity: { userId }, body }) {
        await eventReads.markRead(userId, Math.min(body.lastId, await events.latestId()))
        return { lastId: await eventReads.lastRead(userId) }
      },
    }),

    stream: {
      documentation: {
        operationId: 'streamEvents',
        summary: 'Receive events as they happen',
        description: `Server-sent events. The data of each is an event as in the list, with its text in English and without the template. After an interruption, clients send the id of the last event in the header \`${LAST_EVENT_ID}\`, as browsers do, or in \`after\`, and get the events since then. Without it, only new events are sent. The stream ends when the session or the permission of the caller ends.`,
        responses: {
          200: {
            description: 'The stream, or a refusal.',
            mediaType: 'text/event-stream',
            schema: { type: 'string' },
          },
        },
      },
      schema: {
        querystring: querySchema({
          after: {
            type: 'string',
            pattern: EVENT_ID,
            description: 'Sends the events after the one with this id.',
          },
        }),
      },
      handler: (request, reply) => eventStreams.open(request, reply, lastEventIdOf(request)),
    } satisfies DocumentedRoute,
  }
}

/** Browsers repeat the query when they connect again, so the header takes precedence. */
function lastEventIdOf({ headers, query }: FastifyRequest): number | undefined {
  const header = headers['last-event-id']
  if (header !== undefined) {
    if (typeof header === 'string' && new RegExp(EVENT_ID).test(header)) return Number(header)
    throw new InvalidParameters({
      field: LAST_EVENT_ID,
      en: `${LAST_EVENT_ID} must be the id of an event.`,
      zh: `${LAST_EVENT_ID} 须为事件的 id。`,
    })
  }
  // Fastify has validated the query with the schema.
  const { after } = query as { readonly after?: string }
  return numberOf(after)
}
