import type { Changed } from '../../../platform/cluster/change-feed/change-writer.ts'
import type { Description, Schema } from '../../../platform/http/endpoint/documentation.ts'
import { idParams, idsBody } from '../../../platform/http/endpoint/page-query.ts'
import type { RefusalReason, Thing } from '../../../platform/refusal/refusal.ts'
import type { Operator } from '../../audit-log/operator.ts'
import type { ResolvedScope } from '../../data-scope/resolve-scope.ts'
import { requireFound } from '../../operations/require-found.ts'
import { endpoint, withoutVersion } from './endpoint.ts'

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
