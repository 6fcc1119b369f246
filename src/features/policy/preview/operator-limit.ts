import { Refusal } from '../../../platform/refusal/refusal.ts'

/** Runs work of an operator, unless too much of it is running or waiting. */
type RunForOperator = <T>(operator: { readonly userId: number }, work: () => Promise<T>) => Promise<T>

/** Creates a limit of work per operator, so that one operator cannot fill a queue that all of them share. */
export function createOperatorLimit({ maxPending }: { readonly maxPending: number }): RunForOperator {
  const pendingByUser = new Map<number, number>()
  return async ({ userId }, work) => {
    const pending = pendingByUser.get(userId) ?? 0
    if (pending >= maxPending) throw new Refusal('rate-limited', { retryAfterSeconds: 1 })
    pendingByUser.set(userId, pending + 1)
    try {
      return await work()
    } finally {
      const left = (pendingByUser.get(userId) ?? 1) - 1
      if (left > 0) pendingByUser.set(userId, left)
      else pendingByUser.delete(userId)
    }
  }
}
