import type { Check } from './check.ts'

// Names in small letters, for the figures `protected-*`: Fastify writes them so, and would make a new text of any other.

/** No cache keeps it, and no browser takes it for anything but what it says it is. */
const GUARDED = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const

/** A token in the query goes no further. */
export const NO_REFERRER = { 'referrer-policy': 'no-referrer' } as const

/**
 * Nothing of ours is a page: none of it may run, be framed, or be read by another site's page. There is no
 * `Strict-Transport-Security`: the service speaks plain HTTP, and whoever ends TLS in front of it decides for the whole host.
 */
export const STANDARD_HEADERS = {
  ...GUARDED,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
} as const

/** What every answer of the service carries, refusals and faults included. */
export const setStandardHeaders: Check = settingOf(STANDARD_HEADERS)

/** The same for the routes of somebody else's app behind our checks, which may well be pages. */
export const setGuardedHeaders: Check = settingOf(GUARDED)

function settingOf(headers: Readonly<Record<string, string>>): Check {
  const pairs = Object.entries(headers)
  return (request, reply) => {
    reply.header('x-request-id', request.id)
    for (const [name, value] of pairs) reply.header(name, value)
    // Without a query there is nothing to keep to oneself, and, for the figures `protected-*`, one header less to write.
    if (request.raw.url?.includes('?')) reply.headers(NO_REFERRER)
  }
}
