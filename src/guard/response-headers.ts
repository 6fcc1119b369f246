/** Headers of a response that no cache may store and no browser may interpret as another type. */
export const PROTECTED_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const

/** Added to responses to requests with a query, which may hold a token. */
export const NO_REFERRER = { 'referrer-policy': 'no-referrer' } as const

export const REQUEST_ID = 'x-request-id'
/** The app creates the request ids, perhaps from what the client sent. Others are not sent back. */
const SAFE_REQUEST_ID = /^[\w-]{1,64}$/

/** Whether an id that the app sends itself can be stored and searched: visible ASCII characters. */
export function isStorableRequestId(id: unknown): id is string {
  return typeof id === 'string' && /^[!-~]{1,128}$/.test(id)
}

export function isSafeRequestId(id: unknown): id is string {
  return typeof id === 'string' && SAFE_REQUEST_ID.test(id)
}
