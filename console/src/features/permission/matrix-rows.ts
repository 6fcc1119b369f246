import type { Endpoint, Schemas } from '../../shell/api/client.ts'
import { overlaps, parse } from '../../shell/own-session/path-pattern.ts'

/** A row of the matrix: a route of the service or of the app, or an endpoint that only rules name. */
export interface MatrixRow extends Endpoint {
  readonly checks: Schemas['Route']['checks']
  readonly class: Schemas['Route']['class']
  readonly origin: Schemas['Route']['origin'] | 'rule'
}

/** The rows of a resource, for example `/api/v1/orders` and the paths below it. */
export interface RowGroup {
  readonly resource: string
  readonly rows: readonly MatrixRow[]
}

/** Returns all routes, and a row for every endpoint that a rule names and that is not a route. */
export function rowsOf(routes: readonly Schemas['Route'][], ruleEndpoints: Iterable<Endpoint>): MatrixRow[] {
  // A route replaces an entry of the exclusion list for the same endpoint.
  const entriesFirst = [...routes].sort((a, b) => Number(isEntry(b)) - Number(isEntry(a)))
  const rows = new Map<string, MatrixRow>(entriesFirst.map((route) => [endpointKey(route), route]))
  const added = new Map<string, MatrixRow>()
  for (const { method, path } of ruleEndpoints) {
    const key = endpointKey({ method, path })
    if (!rows.has(key)) added.set(key, { method, path, checks: 'both', class: 'policy', origin: 'rule' })
  }
  const byPath = (a: MatrixRow, b: MatrixRow) => compare(a.path, b.path) || compare(a.method, b.method)
  return [...rows.values(), ...[...added.values()].sort(byPath)]
}

function isEntry({ origin }: Schemas['Route']): boolean {
  return origin === 'settings'
}

/**
 * Returns the rows without those of methods that no rule names, where a path is declared for many methods, as by a route for
 * all of them.
 */
export function withoutUnusedMethods(rows: readonly MatrixRow[], rules: readonly Endpoint[]): MatrixRow[] {
  const methodsByPath = new Map<string, number>()
  for (const { path } of rows) methodsByPath.set(path, (methodsByPath.get(path) ?? 0) + 1)
  return rows.filter(
    ({ method, path }) =>
      (methodsByPath.get(path) ?? 0) <= MAX_USUAL_METHODS ||
      rules.some((rule) => rule.method === method && overlaps(rule.path, path)),
  )
}

/** GET, POST, PUT, PATCH and DELETE. */
const MAX_USUAL_METHODS = 5

/** Groups the rows by resource. The resources of the service itself come last. */
export function groupsOf(rows: readonly MatrixRow[]): RowGroup[] {
  const groups = new Map<string, MatrixRow[]>()
  for (const row of rows) {
    const resource = resourceOf(row.path)
    const members = groups.get(resource)
    if (members) members.push(row)
    else groups.set(resource, [row])
  }
  const all = [...groups].map(([resource, members]) => ({ resource, rows: members }))
  const isOfService = ({ rows: members }: RowGroup) => members.some(({ origin }) => origin === 'service')
  all.sort((a, b) => compare(a.resource, b.resource))
  return [...all.filter((group) => !isOfService(group)), ...all.filter(isOfService)]
}

/** Returns the path up to its first segment that is neither `api` nor a version. */
function resourceOf(path: string): string {
  const segments = path.split('/').slice(1)
  const first = segments.findIndex((segment) => !/^(api|v\d+)$/.test(segment))
  return first === -1 ? path : `/${segments.slice(0, first + 1).join('/')}`
}

/** Returns the same key for patterns that differ only in the names of their parameters. */
export function endpointKey({ method, path }: Endpoint): string {
  return JSON.stringify([method, parse(path)])
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
