import type { JsonObject } from './adapted-endpoint.ts'

/** Returns a body with the status as a text: of departments, go-admin's front end sends it as a number. */
export function withTextStatus(body: JsonObject): JsonObject {
  const { status } = body
  return status === 1 || status === 2 ? { ...body, status: String(status) } : body
}

const ORDER = /^([a-zA-Z]+)Order$/

/**
 * Returns a query with the order of this service, such as `orderBy=username&order=asc` for `usernameOrder=asc`. An order by a field that
 * cannot be sorted by is left out, so that the list has its default order.
 */
export function withOrder(query: JsonObject, fields: readonly string[]): JsonObject {
  const rest = Object.entries(query).filter(([name]) => !ORDER.test(name))
  const [found] = Object.entries(query).flatMap(([name, order]) => {
    const [, orderBy = ''] = ORDER.exec(name) ?? []
    return fields.includes(orderBy) && (order === 'asc' || order === 'desc') ? [{ orderBy, order }] : []
  })
  return query.orderBy === undefined ? { ...Object.fromEntries(rest), ...found } : query
}

/** Returns the department in a path such as `/7/`, which asks for it and everything below it; undefined for other texts. */
export function departmentOfPath(text: unknown): number | undefined {
  const [, id] = (typeof text === 'string' && /^\/([1-9]\d{0,14})\/$/.exec(text)) || []
  return id === undefined ? undefined : Number(id)
}
