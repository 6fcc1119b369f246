import { type Route, type RouteLimits, route } from '../../../core/check/http/route.ts'
import type { RootDatabase } from '../../../platform/database/database.ts'
import { compressed } from '../../../platform/http/responses/compressed.ts'
import { createAccessQuestion } from './access-question.ts'
import { createExplainCommandParts } from './command-parts.ts'
import { explainAccessRoute } from './explain-access-endpoint.ts'
import { createRefusalStore } from './refusal.store.ts'
import { createRefusalListStore } from './refusal-list.store.ts'
import { refusalListRoutes } from './refusal-list.ts'
import { startRefusalRecorder } from './refusal-parts.ts'
import { refusalRoute } from './refusals.ts'

type RouteParts = RouteLimits &
  Parameters<typeof createAccessQuestion>[0] &
  Parameters<typeof explainAccessRoute>[0] &
  Parameters<typeof refusalRoute>[0] &
  Parameters<typeof refusalListRoutes>[0]

export const explainFeature = {
  stores: (database: RootDatabase) => ({
    refusals: createRefusalStore(database),
    refusalList: createRefusalListStore(database),
  }),
  observe: startRefusalRecorder,
  commandParts: createExplainCommandParts,
  routes(parts: RouteParts): Route[] {
    const { usual } = parts.limits
    const askAccess = createAccessQuestion(parts)
    const list = refusalListRoutes(parts)
    return [
      route('GET', '/policy/explain', 'scoped', explainAccessRoute(parts, askAccess), usual),
      route('GET', '/refusal', 'scoped', refusalRoute(parts, askAccess), usual),
      route('GET', '/refusal/group', 'scoped', compressed(list.groups), usual),
      route('GET', '/refusal/request', 'scoped', compressed(list.requests), usual),
    ]
  },
}
