/** The largest page of a list. A client that asks for more gets this many entries. */
export const MAX_PAGE_SIZE = 200
/** The largest index of a page, and the largest size that is reduced instead of refused. */
export const MAX_PAGE_NUMBER = 999_999_999
export const DEFAULT_PAGE_SIZE = 10

export const DEFAULT_HOURS = 24
export const MAX_HOURS = 168

/** The period without use or login after which something is reported. */
export const DEFAULT_DAYS = 90
export const MAX_DAYS = 3650
