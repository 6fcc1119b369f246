import {
  id,
  objectSchema,
  type TypeOf,
  text,
  time,
  timeOrNull,
} from '../../../platform/http/endpoint/response-schemas.ts'
import type { InputProblem } from '../../../platform/refusal/refusal.ts'
import { DAY_IN_MS } from '../../../platform/runtime/time-units.ts'
import { isPrintable } from '../../../platform/text/printable-text.ts'

/** How long a request waits. Afterwards, nobody remembers what it was for. */
export const REQUEST_LIFETIME_MS = DAY_IN_MS
export const MAX_WAITING_REQUESTS = 5
/** In the lifetime of a request, whatever became of them: each one notifies those who decide. */
export const MAX_RECENT_REQUESTS = 20
export const MAX_REQUEST_HOURS = 168
export const MAX_REQUEST_TEXT_LENGTH = 200

/** What lists can be filtered by. Outdated requests are among those that wait. */
export const REQUEST_FILTERS = ['waiting', 'approved', 'refused', 'withdrawn', 'expired'] as const
export type RequestFilter = (typeof REQUEST_FILTERS)[number]

export const accessRequestSchema = objectSchema('AccessRequest', {
  id,
  userId: id,
  username: text,
  nickName: text,
  roleId: id,
  roleKey: { ...text, description: 'Empty if the role was deleted.' },
  roleName: { ...text, description: 'Empty if the role was deleted.' },
  hours: { type: 'integer', description: 'How long the user wants the role, from the approval.' },
  reason: text,
  status: {
    enum: [...REQUEST_FILTERS, 'outdated'] as const,
    description:
      '`outdated`: it waits, but nobody can approve it, because the role or the user has changed since, or the user is disabled.',
  },
  createdAt: time,
  expiresAt: { ...time, description: 'When a request that still waits expires. UTC.' },
  decidedBy: { ...text, description: 'Who approved, refused or withdrew it. Empty while it waits.' },
  decidedAt: { ...timeOrNull, description: 'Null while it waits.' },
  note: { ...text, description: 'Of the one who decided.' },
})

/** The request of a user for a role for some hours, as the endpoints return it. */
export type AccessRequest = TypeOf<typeof accessRequestSchema>

/** Returns what is wrong with the reason of a request or the note of a decision, or undefined. */
export function problemOfRequestText(field: 'reason' | 'note', text: string): InputProblem | undefined {
  const isMissing = field === 'reason' && text.trim() === ''
  if (isMissing || [...text].length > MAX_REQUEST_TEXT_LENGTH) {
    const minLength = field === 'reason' ? 1 : 0
    return {
      field,
      en: `${field} must have ${minLength} to ${MAX_REQUEST_TEXT_LENGTH} characters.`,
      zh: `${field} 须为 ${minLength} 到 ${MAX_REQUEST_TEXT_LENGTH} 个字符。`,
    }
  }
  if (isPrintable(text)) return undefined
  return {
    field,
    en: `${field} must not contain control characters.`,
    zh: `${field} 不能包含控制字符。`,
  }
}
