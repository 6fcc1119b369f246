import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Check } from './check.ts'
import { OwnResponse } from './own-response.ts'
import { GUARDED_HEADERS, NO_REFERRER, REQUEST_ID, STANDARD_HEADERS } from './standard-headers.ts'
import { isWordCharacter } from './word-character.ts'

/** What every answer of the service carries, refusals and faults included. */
export const setStandardHeaders: Check = (request, reply) => {
  const { raw } = reply
  if (raw instanceof OwnResponse && isOfWords(request.id)) raw.standardFor = request.id
  else {
    setRequestId(request, reply)
    setStandard(reply)
  }
  keepQueryToOneself(request, reply)
}

/** For the routes of somebody else's app behind our checks, which may well be pages. The rest is for the app to say. */
export const setGuardedHeaders: Check = (request, reply) => {
  const { raw } = reply
  if (raw instanceof OwnResponse) raw.isGuarded = true
  else setGuarded(reply)
  keepQueryToOneself(request, reply)
}

export function setRequestId(request: FastifyRequest, reply: FastifyReply): void {
  reply.header(REQUEST_ID, request.id)
}

const setStandard = settingOf(STANDARD_HEADERS)
const setGuarded = settingOf(GUARDED_HEADERS)

function settingOf(headers: Readonly<Record<string, string>>): (reply: FastifyReply) => void {
  const pairs = Object.entries(headers)
  return (reply) => {
    for (const [name, value] of pairs) reply.header(name, value)
  }
}

/** As our own ids are. Any other, which an app may have from a header or an address, has to pass Node's look at it. */
function isOfWords(id: string): boolean {
  for (let at = 0; at < id.length; at++) if (!isWordCharacter(id.charCodeAt(at))) return false
  return id !== ''
}

/** Without a query there is nothing to keep, and, for the figures `protected-*`, one header less to write. */
function keepQueryToOneself(request: FastifyRequest, reply: FastifyReply): void {
  if (request.raw.url?.includes('?')) reply.headers(NO_REFERRER)
}
