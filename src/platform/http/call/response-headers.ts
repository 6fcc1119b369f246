/** Headers of a response that no cache may store and no browser may interpret as another type. */
export const PROTECTED_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const

export const NO_REFERRER = { 'referrer-policy': 'no-referrer' } as const

/** Returns the headers that the response to a request needs because of its query, which may hold a token. */
export function headersForQuery(url: string): Partial<typeof NO_REFERRER> {
  return url.includes('?') ? NO_REFERRER : {}
}

export const REQUEST_ID = 'x-request-id'
