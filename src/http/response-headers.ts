import type { Check } from './check.ts'
import { OwnResponse } from './own-response.ts'
import { GUARDED_HEADERS, NO_REFERRER, REQUEST_ID, STANDARD_HEADERS } from './standard-headers.ts'

const setOneByOne = settingOf(STANDARD_HEADERS)

/** What every answer of the service carries, refusals and faults included. */
export const setStandardHeaders: Check = (request, reply) => {
  const { raw } = reply
  if (!(raw instanceof OwnResponse)) return setOneByOne(request, reply)
  raw.standardFor = request.id
  keepQueryToOneself(request, reply)
}

/** The same for the routes of somebody else's app behind our checks, which may well be pages. */
export const setGuardedHeaders: Check = settingOf(GUARDED_HEADERS)

function settingOf(headers: Readonly<Record<string, string>>): Check {
  const pairs = Object.entries(headers)
  return (request, reply) => {
    reply.header(REQUEST_ID, request.id)
    for (const [name, value] of pairs) reply.header(name, value)
    keepQueryToOneself(request, reply)
  }
}

/** Without a query there is nothing to keep, and, for the figures `protected-*`, one header less to write. */
const keepQueryToOneself: Check = (request, reply) => {
  if (request.raw.url?.includes('?')) reply.headers(NO_REFERRER)
}
