import { expect } from 'vitest'
import { type Answer, call } from '../../support/client.ts'
import type { Target } from './target.ts'

/** Expects the unauthenticated response and that no handler ran. */
export function expectUnauthenticated(target: Target, answer: Pick<Answer, 'status' | 'body'>): void {
  expect({ status: answer.status, body: answer.body, ran: target.runs.take() }).toEqual({
    status: 200,
    body: { code: 401, msg: expect.stringMatching(/\S/) },
    ran: [],
  })
}

/** Returns one request for each of the three token carriers. */
export function inEachCarrier(token: string): { name: string; query: string; init: RequestInit }[] {
  const carriers = [
    { name: 'header', query: '', init: { headers: { authorization: `Bearer ${token}` } } },
    { name: 'query', query: `?token=${encodeURIComponent(token)}`, init: {} },
    { name: 'cookie', query: '', init: { headers: { cookie: `jwt=${token}` } } },
  ]
  // A header cannot contain line breaks or characters beyond Latin-1. Such a text can only be sent in the query.
  return /^[\t\x20-\x7e]*$/.test(token) ? carriers : carriers.filter(({ name }) => name === 'query')
}

/** Expects that the token is refused in every carrier. */
export async function expectTokenRefused(target: Target, token: string): Promise<void> {
  for (const { query, init } of inEachCarrier(token)) {
    expectUnauthenticated(target, await call(`${target.base}/orders${query}`, init))
  }
}
