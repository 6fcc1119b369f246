/** Headers of a response that no cache may store and no browser may interpret as another type. */
export const PROTECTED_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const

/** Added to responses to requests with a query, which may hold a token. */
export const NO_REFERRER = { 'referrer-policy': 'no-referrer' } as const

export const REQUEST_ID = 'x-request-id'
