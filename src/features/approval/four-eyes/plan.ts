import { type AuditedChange, meaningOf } from '../../../core/audit-log/audit-log-entry.ts'
import type { Operator } from '../../../core/audit-log/operator.ts'
import { digestOf } from './digest.ts'

/** What a confirmation is about: exactly these changes by this call. */
export interface Plan {
  readonly method: string
  readonly path: string
  /** The changes as the confirmer sees them, as JSON. */
  readonly changes: string
  /** Only equal plans have it in common. */
  readonly digest: string
}

/** A larger plan cannot be read by anybody. */
export const MAX_PLAN_BYTES = 200_000

/** When something was created or used last, which nobody decides about and which differs when a request is sent again. */
const TIMES = new Set(['createdAt', 'updatedAt', 'lastLoginAt', 'lastUsedAt'])

/** What must still be true when a change is made, although its audit log entries do not contain it. */
export interface Binding {
  /** Those that a user gets between the confirmation and the change were not confirmed. */
  readonly credentialVersions: readonly number[]
  /** What the concerned users and roles are after the change. */
  readonly states: object
}

/**
 * Returns the plan of an operation: its changes without what differs when the same request is sent again. What is created is known by
 * its name. Secrets, such as a new password, are not part of it: whoever asks for a change chooses them anyway.
 */
export function planOf(
  { call }: Pick<Operator, 'call'>,
  noted: readonly AuditedChange[],
  { credentialVersions, states }: Binding,
): Plan {
  const created = new Set(noted.filter(({ action }) => meaningOf(action).creates).map(identityOf))
  // A role that somebody has asked for is given for so many hours from now on.
  const forHours = new Set(noted.filter(({ after }) => after && 'hours' in after).map(identityOf))
  const changes = JSON.stringify(
    noted.map((change) => {
      const { action, targetId, target, before, after } = change
      const identity = identityOf(change)
      const id = targetId === undefined || created.has(identity) ? {} : { targetId }
      const { creates, adds } = meaningOf(action)
      // The database assigns another id when the request is sent again.
      const omitted = [creates, adds, forHours.has(identity) ? 'roleUntil' : undefined]
      return { action, ...id, target, before, after: after && without(after, omitted) }
    }),
    (name, value: unknown) => (TIMES.has(name) ? undefined : value),
  )
  const { method = '', path = '' } = call ?? {}
  const digest = digestOf([method, path, changes, credentialVersions, states])
  return { method, path, changes, digest }
}

function identityOf({ action, targetId }: AuditedChange): string {
  return `${action.slice(0, action.indexOf('.'))} ${targetId}`
}

function without(value: object, fields: readonly (string | undefined)[]): object {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !fields.includes(name)))
}
