import { type Route, type RouteLimits, route } from '../../../core/check/http/route.ts'
import type { Behaviour } from '../../../core/settings/mode.ts'
import { docsPageRoutes } from './docs-page.ts'
import { openapiRoute } from './openapi-route.ts'

interface Settings {
  readonly apiDocs: { readonly serve: 'auto' | 'always' | 'never' }
}

interface RouteParts extends RouteLimits {
  readonly settings: Settings
  readonly behaviour: Pick<Behaviour, 'isDev'>
  /** The routes of the OpenAPI document, which is created after the start. */
  readonly documentedRoutes: () => readonly Route[]
}

export const apiDocsFeature = {
  settingsOfRoutes: ({ apiDocs }: Settings) => ({ apiDocs }),
  routes({ settings, behaviour, documentedRoutes, limits }: RouteParts): Route[] {
    const { serve } = settings.apiDocs
    const isServed = serve === 'auto' ? behaviour.isDev : serve === 'always'
    if (!isServed) return []
    const docs = docsPageRoutes()
    return [
      route('GET', '/openapi.json', 'none', openapiRoute(documentedRoutes), limits.usual),
      route('GET', '/docs', 'none', docs.page, limits.usual),
      route('GET', '/docs/swagger-ui.css', 'none', docs.styles, limits.usual),
      route('GET', '/docs/swagger-ui.js', 'none', docs.script, limits.usual),
      route('GET', '/docs/start.js', 'none', docs.startScript, limits.usual),
    ]
  },
}
