import type { Operator } from '../audit-log/operator.ts'
import type { NewEventFields } from '../events/event.ts'

/** Returns the fields of an event that say who made a change, and from where. */
export function operatorFields({ username, userId, source, ipaddr, requestId }: Operator): NewEventFields & {
  readonly operator: string
} {
  return {
    operator: username,
    operatorId: userId,
    source,
    ...(ipaddr === '' ? {} : { operatorAddress: ipaddr }),
    ...(requestId === '' ? {} : { requestId }),
  }
}
