export type Query = Readonly<Record<string, string | number | undefined>>

/** Returns a path with its query. Empty values are left out. */
export function addressOf(path: string, query: Query = {}): string {
  const given = Object.entries(withoutEmptyValues(query)).map(([name, value]) => [name, String(value)])
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}

/** Returns a query without its empty values: an empty filter matches everything. */
export function withoutEmptyValues(query: Query): Query {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined && value !== ''))
}
