import { requireFound } from '../../administration/require-found.ts'
import type { ResolvedScope } from '../../authorization/data-scope/resolve-scope.ts'
import type { Changed } from '../../cluster/change-feed/change-writer.ts'
import type { RefusalReason, Thing } from '../../foundation/refusal/refusal.ts'
import type { Operator } from '../../logs/audit-log/operator.ts'
import type { Description, Schema } from '../http/documentation.ts'
import { endpoint, withoutVersion } from '../http/endpoint.ts'
import { idParams, idsBody } from './page-query.ts'

/** Creates the endpoint that returns one resource. */
export function resourceById(
  thing: Thing,
  find: (scope: ResolvedScope, id: number, operator: Operator) => Promise<object | undefined>,
  { response, ...description }: Description & { readonly response: Schema },
) {
  return endpoint({
    ...description,
    response,
    refusals: ['not-found'],
    params: idParams,
    async handler({ params, operator, scope }) {
      const id = Number(params.id)
      return requireFound(await find(scope, id, operator), thing, id)
    },
  })
}

interface RemovalDescription {
  readonly one: Pick<Description, 'operationId' | 'summary'>
  readonly many: Pick<Description, 'operationId' | 'summary'>
  /** Besides `not-found`. */
  readonly refusals: readonly RefusalReason[]
  /** The schema of what `remove` returns. Without it, the response has no data. */
  readonly response?: Schema
}

/** Creates the two endpoints that delete resources: the one in the path, or all those in the body, in one transaction. */
export function removalEndpoints(
  remove: (operator: Operator, ids: readonly number[]) => Promise<Changed<object>>,
  { one, many, refusals, response }: RemovalDescription,
) {
  const data = response === undefined ? {} : { response }
  const result = async (operator: Operator, ids: readonly number[]) => {
    const removed = await remove(operator, ids)
    return response && withoutVersion(removed)
  }
  return {
    remove: endpoint({
      ...one,
      ...data,
      refusals: ['not-found', ...refusals],
      params: idParams,
      handler: ({ params, operator }) => result(operator, [Number(params.id)]),
    }),

    removeMany: endpoint({
      ...many,
      ...data,
      description: 'All or none.',
      refusals: ['not-found', ...refusals],
      body: idsBody,
      handler: ({ body, operator }) => result(operator, body.ids),
    }),
  }
}
