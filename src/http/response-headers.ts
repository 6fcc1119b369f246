import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Check } from './check.ts'
import { GuardedResponse, StandardResponse } from './own-response.ts'
import { GUARDED_HEADERS, NO_REFERRER, REQUEST_ID, STANDARD_HEADERS } from './standard-headers.ts'
import { isWordCharacter } from './word-character.ts'

/** What every answer of the service carries, refusals and faults included. */
export const setStandardHeaders: Check = (request, reply) => {
  const { raw } = reply
  if (raw instanceof StandardResponse) raw.standardRequestId = request.id
  else {
    setRequestId(request, reply)
    setStandard(reply)
  }
  keepQueryToOneself(request, reply)
}

/** For the routes of somebody else's app behind our checks, which may well be pages. The rest is for the app to say. */
export const setGuardedHeaders: Check = (request, reply) => {
  const { raw } = reply
  const { id } = request
  // What the app has set before is no answer of a handler's: ours takes its place, but for the id.
  if (raw instanceof GuardedResponse && !isOneSet(reply)) raw.guardedRequestId = isPlainId(id) ? id : ''
  else {
    setGuarded(reply)
    if (!reply.hasHeader(REQUEST_ID)) setRequestId(request, reply)
  }
  keepQueryToOneself(request, reply)
}

/** Ids of an app are made by the app, perhaps of what the client sent: one that could be taken for something else is not told. */
function isPlainId(id: unknown): id is string {
  if (typeof id !== 'string' || id.length > MAX_ID_LENGTH) return false
  for (let at = 0; at < id.length; at++) if (!isWordCharacter(id.charCodeAt(at))) return false
  return id !== ''
}

const MAX_ID_LENGTH = 64

function isOneSet(reply: FastifyReply): boolean {
  return reply.hasHeader('cache-control') || reply.hasHeader('x-content-type-options')
}

function setRequestId(request: FastifyRequest, reply: FastifyReply): void {
  if (isPlainId(request.id)) reply.header(REQUEST_ID, request.id)
}

const setStandard = settingOf(STANDARD_HEADERS)
const setGuarded = settingOf(GUARDED_HEADERS)

function settingOf(headers: Readonly<Record<string, string>>): (reply: FastifyReply) => void {
  const pairs = Object.entries(headers)
  return (reply) => {
    for (const [name, value] of pairs) reply.header(name, value)
  }
}

/** Without a query there is nothing to keep, and, for the figures `protected-*`, one header less to write. */
function keepQueryToOneself(request: FastifyRequest, reply: FastifyReply): void {
  if (request.raw.url?.includes('?')) reply.headers(NO_REFERRER)
}
