import fc from 'fast-check'
import type { Rows } from './administration-fixture.ts'
import { at, NO_ID, number } from './drawn-rows.ts'
import type { RequestFactory } from './request.ts'
import { requestInTimeFactory } from './requests.ts'

/** Mostly for a role that others than admins may grant. */
const ask = fc.record({ role: number, hours: fc.constantFrom(1, 5, 50) }).map(
  ({ role, hours }): RequestFactory =>
    (rows) => {
      const likely = rows.roles.filter(({ role_key }) => role % 4 === 0 || ['k0', 'k1'].includes(role_key))
      return { kind: 'request.ask', roleId: at(likely, role)?.id ?? NO_ID, hours }
    },
)

/** Mostly a request that waits. */
function requestAt({ requests }: Rows, n: number): number {
  const waiting = requests.filter(({ status }) => status === 'waiting')
  return at(n % 5 === 0 || waiting.length === 0 ? requests : waiting, n)?.id ?? NO_ID
}

const approve = number.map(
  (request): RequestFactory =>
    (rows) => ({ kind: 'request.decide', id: requestAt(rows, request), decision: 'approve' }),
)

const requestDraws: fc.Arbitrary<RequestFactory>[] = [
  ask,
  ask,
  ask,
  approve,
  approve,
  approve,
  approve,
  number.map(
    (request): RequestFactory =>
      (rows) => ({ kind: 'request.decide', id: requestAt(rows, request), decision: 'refuse' }),
  ),
  number.map(
    (request): RequestFactory =>
      (rows) => ({ kind: 'request.withdraw', id: requestAt(rows, request) }),
  ),
]

/** Most of the calls ask for roles and decide about it, between changes of what these depend on. */
export const accessRequestFactory: fc.Arbitrary<RequestFactory> = fc.oneof(
  { weight: 1, arbitrary: requestInTimeFactory },
  { weight: 4, arbitrary: fc.oneof(...requestDraws) },
)
