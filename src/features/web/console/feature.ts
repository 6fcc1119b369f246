import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Pipeline } from '../../../core/check/http/pipeline.ts'
import type { StandalonePage } from '../../../core/check/http/standalone-page.ts'
import type { RouteRegistry } from '../../../core/check/routes/route-registry.ts'
import type { Settings } from '../../settings.ts'
import { consoleRoutes, unknownPageOf } from './console-routes.ts'
import { openSite } from './site.ts'

export const webConsoleFeature = {
  settingsOfRoutes: ({ console }: Settings, { withPages }: { readonly withPages: boolean }) => ({
    console: { ...console, enabled: console.enabled && withPages },
  }),
  /** Opens the built console, if it is enabled. */
  open(settings: Settings, logger: Pick<FastifyBaseLogger, 'warn'>): StandalonePage[] {
    if (!settings.console.enabled) return []
    const site = openSite()
    if (!site) {
      logger.warn('the web console is not served: it has not been built')
      return []
    }
    return [
      {
        unknownPage: (request: FastifyRequest) => unknownPageOf(site, request),
        plugin: ({ pipeline, registry }: { readonly pipeline: Pipeline; readonly registry: RouteRegistry }) =>
          consoleRoutes({
            site,
            pipeline,
            addConsole: () => registry.addOpenList('console', () => [{ method: 'GET', path: '/' }]),
          }),
      },
    ]
  },
}
