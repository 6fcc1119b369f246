import type { Page, Schemas } from '../../shell/api/client.ts'

export const ROUTE_CLASSES: readonly Schemas['Route']['class'][] = [
  'unguarded',
  'public',
  'identity',
  'excluded',
  'policy',
]

/** Returns the page of the routes that a query selects, by class and path. The service returns all routes at once. */
export function pageOfRoutes(
  routes: readonly Schemas['Route'][],
  query: Readonly<Record<string, string | number>>,
): Page<Schemas['Route']> {
  const { class: wanted, path = '' } = query
  const pageSize = Number(query.pageSize)
  const pageIndex = Number(query.pageIndex ?? 1)
  const found = routes
    .filter((route) => wanted === undefined || route.class === wanted)
    .filter((route) => `${route.method} ${route.path}`.toLowerCase().includes(String(path).toLowerCase()))
    .sort((a, b) => compare(a.path, b.path) || compare(a.method, b.method))
  const start = (pageIndex - 1) * pageSize
  return { list: found.slice(start, start + pageSize), count: found.length, pageIndex, pageSize }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
