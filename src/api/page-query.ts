import type { Page, PageRequest } from '../database/page.ts'

const DEFAULT_PAGE_SIZE = 10
const MAX_PAGE_SIZE = 200

/** The query parameters of a page, to be spread among those of a route. */
export const pageQuery = {
  pageIndex: { type: 'string', pattern: '^[1-9]\\d{0,8}$' },
  pageSize: { type: 'string', pattern: `^([1-9]\\d?|1\\d\\d|${MAX_PAGE_SIZE})$` },
} as const

interface PageQuery {
  readonly pageIndex?: string | undefined
  readonly pageSize?: string | undefined
  /** The key that an earlier page gave; empty for the first page. */
  readonly after?: string | undefined
}

export function pageOf({ pageIndex, pageSize, after }: PageQuery): PageRequest {
  return {
    pageIndex: Number(pageIndex ?? 1),
    pageSize: Number(pageSize ?? DEFAULT_PAGE_SIZE),
    after: after || undefined,
  }
}

/** The page as it is answered: with the key of the next one for those who leaf by keys. */
export function pageResponse<T>({ next = null, ...page }: Page<T>, { after }: PageQuery) {
  return { data: after === undefined ? page : { ...page, next } }
}

/** The query parameters of a time span: see `time-range.ts`. */
export const timeQuery = {
  beginTime: { type: 'string', maxLength: 40 },
  endTime: { type: 'string', maxLength: 40 },
} as const

/** The parameter of a route that names one thing by its id. */
export const idParams = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string', pattern: '^[1-9]\\d{0,15}$' } },
} as const

const MAX_IDS = 1000

/** The body of what is done to many things at once. */
export const idsBody = {
  type: 'object',
  required: ['ids'],
  properties: {
    ids: {
      type: 'array',
      minItems: 1,
      maxItems: MAX_IDS,
      items: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
    },
  },
} as const

/** How a list is sorted: by one of its fields, upwards unless asked otherwise. */
export function orderQuery<const Field extends string>(fields: readonly Field[]) {
  return {
    orderBy: { type: 'string', enum: fields },
    order: { type: 'string', enum: ['asc', 'desc'] },
  } as const
}
