import { requestIdOf } from '../call/request-id.ts'
import { headersForQuery, PROTECTED_HEADERS, REQUEST_ID } from '../call/response-headers.ts'
import type { Step } from '../steps/step.ts'

/**
 * Headers of every response of the service's own endpoints. None of them is a page, so nothing may run, be framed or
 * be read by a page of another site. `Strict-Transport-Security` is missing because the service speaks plain HTTP:
 * whoever terminates TLS in front of it decides for the whole host.
 */
export const STANDARD_HEADERS = {
  ...PROTECTED_HEADERS,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
} as const

/** Headers of the web console's files. A page adds its own `Content-Security-Policy`. */
export const CONSOLE_HEADERS = {
  ...PROTECTED_HEADERS,
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const

export const setStandardHeaders: Step = ({ raw }, reply) => {
  reply.headers({ ...STANDARD_HEADERS, [REQUEST_ID]: requestIdOf(raw), ...headersForQuery(raw.url ?? '') })
}

/** For routes behind `protect`, which may be pages. The app decides about all other headers. */
export const setProtectedHeaders: Step = ({ raw }, reply) => {
  // On the raw response, so that handlers which write to it directly send them too.
  for (const [name, value] of Object.entries(PROTECTED_HEADERS)) {
    reply.removeHeader(name)
    reply.raw.setHeader(name, value)
  }
  if (reply.getHeader(REQUEST_ID) === undefined) reply.raw.setHeader(REQUEST_ID, requestIdOf(raw))
  reply.headers(headersForQuery(raw.url ?? ''))
}

export const setConsoleHeaders: Step = ({ raw }, reply) => {
  reply.headers({ ...CONSOLE_HEADERS, [REQUEST_ID]: requestIdOf(raw) })
}
