import type { ApiError } from './api-error.ts'

/** A request whose permission is checked, such as `{ method: 'GET', path: '/api/v1/orders' }`. */
export interface PermissionRequest {
  readonly method: string
  readonly path: string
}

const MAX_REQUESTS_PER_CHECK = 200

/** Returns a function that asks whether the user may send each of any number of requests. */
export function createPermissionCheck(
  check: (body: { readonly requests: readonly PermissionRequest[] }) => Promise<unknown>,
  unexpected: () => ApiError,
) {
  return async (requests: readonly PermissionRequest[]): Promise<boolean[]> => {
    const allowed: boolean[] = []
    for (let start = 0; start < requests.length; start += MAX_REQUESTS_PER_CHECK) {
      const batch = requests.slice(start, start + MAX_REQUESTS_PER_CHECK)
      const decisions = await check({ requests: batch.map(({ method, path }) => ({ method, path })) })
      // A decision must not be taken for that of another request.
      if (!isBooleans(decisions) || decisions.length !== batch.length) throw unexpected()
      allowed.push(...decisions)
    }
    return allowed
  }
}

function isBooleans(data: unknown): data is boolean[] {
  return Array.isArray(data) && data.every((value) => typeof value === 'boolean')
}
