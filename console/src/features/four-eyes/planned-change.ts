import type { Schemas } from '../../shell/api/client.ts'
import type { ChangeEntry } from '../audit-log/change-sentence.ts'

/** Returns a planned change in the form of an entry of the audit log. The kind of its target begins its action. */
export function entryOf({
  action,
  targetId,
  target,
  before,
  after,
}: Schemas['Confirmation']['changes'][number]): ChangeEntry {
  return {
    action,
    targetKind: action.slice(0, action.indexOf('.')),
    targetId: targetId ?? 0,
    target,
    before: before ?? null,
    after: after ?? null,
  }
}

/** Returns the users whose password whoever asks has set, and knows. */
export function usersWithKnownPassword({
  changes,
  reach,
}: Pick<Schemas['Confirmation'], 'changes' | 'reach'>): string[] {
  const hasNewPassword = (name: string) =>
    reach?.users.some(({ before, after }) => !before && after?.username === name && after.hasPassword) ===
    true
  return changes
    .filter(
      ({ action, target }) =>
        action === 'user.password' || (action === 'user.create' && hasNewPassword(target)),
    )
    .map(({ target }) => target)
}
