import type { Identity } from '../../platform/http/call/identity.ts'
import type { ResolvedScope } from './resolve-scope.ts'

/** Returns the identity header that says which rows the caller may see. */
export type ScopeHeaderOf = (identity: Identity) => string

/** Proxies and servers refuse longer headers. */
const MAX_BYTES = 4096

/**
 * Returns a resolved scope as JSON in ASCII, without spaces, as `GET /api/v1/data-scope` has it. A scope that is too long for
 * a header is `fetch`: the service asks that endpoint. The version is that of the last change that is included.
 * See docs/decisions/0066-data-scope-over-http.md.
 */
export function scopeHeader(scope: ResolvedScope, version: number): string {
  const complete = JSON.stringify({ ...scope, version })
  return complete.length > MAX_BYTES ? JSON.stringify({ kind: 'fetch', version }) : complete
}
