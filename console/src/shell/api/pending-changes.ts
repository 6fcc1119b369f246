/** A change that a second administrator has to confirm. It is kept in memory only. */
export interface PendingChange {
  readonly confirmationId: number
  /** Sends the same request again. Whoever made it gets the response. */
  carryOut(): void
  /** Gives up waiting. Whoever made the request gets the refusal. */
  close(): void
}

const REASON_HEADER = 'X-Castellan-Reason'

let pending: readonly PendingChange[] = []
const listeners = new Set<() => void>()

function set(next: readonly PendingChange[]): void {
  pending = next
  for (const listener of listeners) listener()
}

export function pendingChanges(): readonly PendingChange[] {
  return pending
}

/** Calls a function after every change of the list. Returns a function that ends this. */
export function subscribeToPendingChanges(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Sends a request. If a second administrator has to confirm it, the response is awaited until the user sends the same request
 * again or gives up. If nothing shows pending changes, the refusal is returned immediately.
 */
export async function sendWithConfirmation(send: () => Promise<Response>): Promise<Response> {
  const response = await send()
  const confirmationId = await confirmationIdOf(response)
  if (confirmationId === undefined || listeners.size === 0) return response
  return new Promise((resolve) => {
    const end = (result: Response | Promise<Response>): void => {
      set(pending.filter((one) => one !== change))
      resolve(result)
    }
    const change: PendingChange = {
      confirmationId,
      carryOut: () => end(sendWithConfirmation(send)),
      close: () => end(response),
    }
    set([...pending, change])
  })
}

async function confirmationIdOf(response: Response): Promise<number | undefined> {
  if (response.headers.get(REASON_HEADER) !== 'confirmation-required') return undefined
  const body: unknown = await response.clone().json()
  const { data } = (body ?? {}) as { readonly data?: { readonly confirmationId?: unknown } }
  return typeof data?.confirmationId === 'number' ? data.confirmationId : undefined
}
