import type { LocalizedText } from '../../platform/refusal/reason-response.ts'

/** How urgent an event is. */
export const SEVERITIES = ['info', 'warning', 'critical'] as const
export type Severity = (typeof SEVERITIES)[number]

export interface KindOfEvent {
  readonly severity: Severity
  /** A name in braces is replaced by the field with this name. */
  readonly text: LocalizedText
  /** Follows the text of an event that has the field `further`. */
  readonly further?: LocalizedText
  /** False: it is only sent on request. */
  readonly isStored?: false
}
