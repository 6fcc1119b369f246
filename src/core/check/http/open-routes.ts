import type { FastifyInstance } from 'fastify'
import { ANY_METHOD } from '../../../platform/http/call/method.ts'
import { HOOK_NAME } from '../../../platform/http/steps/step.ts'
import type { Endpoint } from '../../permission/exclusion-list.ts'
import type { RouteRegistry } from '../routes/route-registry.ts'

/** A branch of the printed tree: the indentation, and the text of a route or a part of its path. */
const BRANCH = /^((?:│ {3}| {4})*)[├└]── (.*)$/
/** A route at a node: the end of its path, its methods, and its constraints. */
const ROUTE = /^(.*) \(([A-Z-]+(?:, [A-Z-]+)*)\)(?: (\{.*\}))?$/
const META = '• '
const INDENTATION = 4
const NO_PATH = '(empty root node)'

interface PrintedRoute {
  readonly methods: readonly string[]
  readonly path: string
  isKnown: boolean
}

type PrintableApp = Pick<FastifyInstance, 'printRoutes' | 'server'>

/** By the server of the app, which all its scopes share. */
const openRoutesByServer = new WeakMap<object, readonly Endpoint[]>()

/**
 * Adds the routes of a Fastify app that no check of the service guards to the list of routes. The app must be ready: an
 * `onRoute` hook would not see the routes that were declared before it was added. The router is read when the list is
 * first needed, because that takes tens of milliseconds.
 */
export function listOpenRoutes(app: PrintableApp, registry: Pick<RouteRegistry, 'addOpenList'>): void {
  registry.addOpenList('app', () => {
    const routes = openRoutesByServer.get(app.server) ?? openRoutesOrUnknown(app)
    openRoutesByServer.set(app.server, routes)
    return routes
  })
}

/** A router that cannot be read, for example because of its constraints, must not look like one without open routes. */
function openRoutesOrUnknown(app: PrintableApp): readonly Endpoint[] {
  try {
    return openRoutesOf(app)
  } catch {
    return [{ method: ANY_METHOD, path: '/*' }]
  }
}

function openRoutesOf(app: PrintableApp): Endpoint[] {
  const printed = parsePrintedRoutes(app.printRoutes({ includeMeta: ['onRequest'] }))
  return printed
    .filter(({ isKnown }) => !isKnown)
    .flatMap(({ methods, path }) => withoutHeadOfGet(methods).map((method) => ({ method, path })))
}

/** Fastify adds `HEAD` to every route for `GET`. */
function withoutHeadOfGet(methods: readonly string[]): readonly string[] {
  return methods.includes('GET') ? methods.filter((method) => method !== 'HEAD') : methods
}

/**
 * Parses the tree that Fastify prints. A line that it cannot read becomes a route for every method, so that it is
 * noticed.
 */
function parsePrintedRoutes(tree: string): PrintedRoute[] {
  const routes: PrintedRoute[] = []
  /** The parts of the path, from the root to the current node. */
  let parts: readonly string[] = []
  for (const line of tree.split('\n').filter((text) => text !== '')) {
    const [, indentation, branch] = BRANCH.exec(line) ?? []
    const text = branch ?? line.slice(parts.length * INDENTATION)
    if (branch === undefined && text.startsWith(META)) {
      const latest = routes.at(-1)
      if (latest && text.includes(`"${HOOK_NAME}()"`)) latest.isKnown = true
      continue
    }
    const [, end = text, methods] = ROUTE.exec(text) ?? []
    if (indentation !== undefined) {
      parts = [...parts.slice(0, indentation.length / INDENTATION), end === NO_PATH ? '' : end]
      if (methods === undefined) continue
    }
    const path = indentation === undefined && end !== parts.at(-1) ? text : parts.join('')
    routes.push({ methods: methods?.split(', ') ?? [ANY_METHOD], path, isKnown: false })
  }
  return routes
}
