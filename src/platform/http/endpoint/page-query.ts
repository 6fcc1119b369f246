import type { Page, PageRequest } from '../../database/query/page.ts'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from './limits.ts'
import { idInput, strictBodySchema } from './request-schemas.ts'

/** The query parameters of a paged list. */
export const pageQuery = {
  pageIndex: { type: 'string', format: 'page-index', description: 'The page, from 1 (default).' },
  pageSize: {
    type: 'string',
    format: 'page-size',
    description: 'Entries per page, 10 by default. A larger size than 200 is reduced to 200.',
  },
} as const

/** The query parameter of keyset pagination in a log. */
export const cursorQuery = {
  type: 'string',
  format: 'cursor',
  description:
    'Selects keyset pagination: empty for the first page, then the value of `next` from the previous page.',
} as const

interface PageQuery {
  readonly pageIndex?: string | undefined
  readonly pageSize?: string | undefined
  /** The key from the previous page; empty for the first page. */
  readonly after?: string | undefined
}

export function pageOf({ pageIndex, pageSize, after }: PageQuery): PageRequest {
  return {
    pageIndex: Number(pageIndex ?? 1),
    // Larger pages are reduced instead of refused: go-admin's front end asks for 1000.
    pageSize: Math.min(Number(pageSize ?? DEFAULT_PAGE_SIZE), MAX_PAGE_SIZE),
    after: after || undefined,
  }
}

/** Returns a page as the response has it: with the key of the next page only for keyset pagination. */
export function pageResponse<T>({ next = null, ...page }: Page<T>, { after }: PageQuery = {}) {
  return after === undefined ? page : { ...page, next }
}

/** The query parameters of a time span: see `time-range.ts`. */
export const timeQuery = {
  beginTime: { type: 'string', maxLength: 40, description: 'RFC 3339 or a day, in UTC.' },
  endTime: { type: 'string', maxLength: 40, description: 'RFC 3339 or a day, in UTC. The day is included.' },
} as const

const id = { type: 'string', format: 'id' } as const

/** The path parameter of routes for one resource. */
export const idParams = { type: 'object', required: ['id'], properties: { id } } as const

/** Returns the path parameters of routes for a part of a resource, such as a secret of an account. */
export function partParams<const Name extends string>(name: Name) {
  const properties = { id, [name]: id } as Readonly<Record<'id' | Name, typeof id>>
  return { type: 'object', required: ['id', name], properties } as const
}

/** Returns the number in a query parameter; undefined if it is missing or empty. */
export function numberOf(text: string | undefined): number | undefined {
  return text ? Number(text) : undefined
}

const MAX_IDS = 1000

/** The body of requests that apply to several resources. */
export const idsBody = strictBodySchema('Ids', ['ids'], {
  ids: { type: 'array', minItems: 1, maxItems: MAX_IDS, items: idInput },
})

/** Returns the query parameters for the sort order, ascending by default. */
export function orderQuery<const Field extends string>(fields: readonly Field[]) {
  return {
    orderBy: { type: 'string', enum: fields, description: 'The field to sort by.' },
    order: { type: 'string', enum: ['asc', 'desc'], description: 'Ascending by default.' },
  } as const
}
