import { AsyncLocalStorage } from 'node:async_hooks'

export type ScopeUse = ReturnType<typeof createScopeUse>
/** A call whose handlers are watched. */
export type WatchedCall = ReturnType<ScopeUse['watch']>

/**
 * Finds handlers of routes with `dataScope: true` that do not ask for the data scope of the caller. For development: every handler
 * that is watched runs in an asynchronous context of its own.
 */
export function createScopeUse(onForgotten: (route: string) => void) {
  const current = new AsyncLocalStorage<{ isSettled: boolean }>()
  const reported = new Set<string>()
  return {
    /** Records that the handler that is running has asked for a scope. */
    asked(): void {
      const use = current.getStore()
      if (use) use.isSettled = true
    },
    /** Starts to watch the handlers of one call of a route. */
    watch(route: string) {
      const use = { isSettled: false }
      return {
        /** Calls a handler. */
        run: <T>(handler: () => T): T => current.run(use, handler),
        /** Records that a handler has refused the call, so that it shows no rows. */
        refused(): void {
          use.isSettled = true
        },
        /** Reports handlers that have responded with this status without asking, once per route. */
        responded(status: number): void {
          // A handler that fails shows no rows.
          if (use.isSettled || status >= 400 || reported.has(route)) return
          reported.add(route)
          onForgotten(route)
        },
      }
    },
  }
}
