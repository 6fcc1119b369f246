import type { Transaction } from '../../platform/database/database.ts'
import { attemptIdOf } from './attempt-count.ts'
import { createLoginThrottleStore, type Subject } from './login-throttle.store.ts'

/**
 * Returns where wrong codes of a user are counted. Without a name and a network: it is not listed as a blocked login, because the owner is
 * not blocked.
 */
export function secondFactorSubject(userId: number): Subject {
  return { id: attemptIdOf('second-factor', String(userId)), username: '', network: '' }
}

/** Resets the count of a user who has got a new password: those who know the old one cannot guess any more. */
export async function resetSecondFactorFailures(transaction: Transaction, userId: number): Promise<void> {
  await createLoginThrottleStore(transaction).remove(secondFactorSubject(userId).id)
}
