import { loginLogRoutes } from '../../../core/login-log/login-log-endpoints.ts'
import type { DocumentedRoute } from '../../../platform/http/endpoint/documentation.ts'
import { compressed } from '../../../platform/http/responses/compressed.ts'
import { isJsonObject } from '../../../platform/text/json-object.ts'

export type GoAdminLogParts = Parameters<typeof loginLogRoutes>[0]

/** Creates the endpoint of go-admin's page for the login log, which also sorts by `createdAtOrder=asc`. */
export function goAdminLogRoutes(parts: GoAdminLogParts): { readonly list: DocumentedRoute } {
  const { loginLogStore } = parts
  const { list } = loginLogRoutes(parts)
  const oldestFirst: GoAdminLogParts['loginLogStore'] = {
    ...loginLogStore,
    page: (scope, filter, page) => loginLogStore.page(scope, filter, page, 'oldest-first'),
  }
  const { list: reversed } = loginLogRoutes({ ...parts, loginLogStore: oldestFirst })
  return {
    list: compressed({
      ...list,
      async handler(request, reply) {
        const isReversed = isJsonObject(request.query) && request.query.createdAtOrder === 'asc'
        return (isReversed ? reversed : list).handler.call(this, request, reply)
      },
    }),
  }
}
