/** Why a session was ended before its time, as far as its user is told. */
const END_REASONS = ['ended', 'replaced', 'ended-by-operator', 'password-changed'] as const
export type EndReason = (typeof END_REASONS)[number]

export function endReasonOf(text: string): EndReason {
  return END_REASONS.find((reason) => reason === text) ?? 'ended'
}
