import type { NeededCall, RefusalReason } from '../../refusal/refusal.ts'
import type { Identity } from './identity.ts'

/** A request that was refused, however it has arrived. */
export interface RefusedCall {
  /** The id that the response has as `X-Request-Id`. */
  readonly requestId: string
  readonly reason: RefusalReason
  readonly code: number
  /** For a decision on behalf of a proxy, the method and the path of the original request. */
  readonly method: string
  /** Without the query and without tokens. Empty if the request could not be parsed. */
  readonly path: string
  /** The path of the route as it was declared, if there is one. */
  readonly route?: string | undefined
  /** Present if the policy allowed the request, and its handler required the permission for this call too. */
  readonly needed?: NeededCall | undefined
  /** Whom the token belongs to, if its signature is valid. The token may have expired or be revoked. */
  readonly identity?: Identity | undefined
  /** The client's address. */
  readonly address: string
}

/** Called once for every refused request, before the response is sent. */
export type OnRefusal = (refused: RefusedCall) => void

/** Combines observers into one that never throws: an observer must not change the response. */
export function combineObservers(
  observers: readonly OnRefusal[],
  onFault: (fault: unknown) => void,
): OnRefusal {
  return (refused) => {
    for (const observe of observers) {
      try {
        observe(refused)
      } catch (fault) {
        onFault(fault)
      }
    }
  }
}

/** Returns a path that can be stored: shortened, and without tokens that a client has put into it. */
export function redactPath(path: string, maxLength = 1000): string {
  const short = path.length > maxLength ? `${path.slice(0, maxLength)}…` : path
  return short.includes('eyJ') ? short.replaceAll(/eyJ[\w.-]*/g, '[token]') : short
}
