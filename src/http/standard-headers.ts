// Names in small letters, for the figures `protected-*`: Fastify writes them so, and would make a new text of any other.

/** No cache keeps it, and no browser takes it for anything but what it says it is. */
export const GUARDED_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const

/** A token in the query goes no further. */
export const NO_REFERRER = { 'referrer-policy': 'no-referrer' } as const

/**
 * Nothing of ours is a page: none of it may run, be framed, or be read by another site's page. There is no
 * `Strict-Transport-Security`: the service speaks plain HTTP, and whoever ends TLS in front of it decides for the whole host.
 */
export const STANDARD_HEADERS = {
  ...GUARDED_HEADERS,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
} as const

export const REQUEST_ID = 'x-request-id'
