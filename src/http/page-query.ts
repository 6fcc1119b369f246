import type { PageRequest } from '../database/page.ts'

const DEFAULT_PAGE_SIZE = 10
const MAX_PAGE_SIZE = 200

/** The query parameters of a page, to be spread among those of a route. */
export const pageQuery = {
  pageIndex: { type: 'string', pattern: '^[1-9]\\d{0,8}$' },
  pageSize: { type: 'string', pattern: `^([1-9]\\d?|1\\d\\d|${MAX_PAGE_SIZE})$` },
} as const

export function pageOf(query: {
  pageIndex?: string | undefined
  pageSize?: string | undefined
}): PageRequest {
  return { pageIndex: Number(query.pageIndex ?? 1), pageSize: Number(query.pageSize ?? DEFAULT_PAGE_SIZE) }
}

/** The parameter of a route that names one thing by its id. */
export const idParams = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string', pattern: '^[1-9]\\d{0,15}$' } },
} as const
