import { expect } from 'vitest'
import { type Answer, call } from '../../support/client.ts'
import type { Target } from './target.ts'

/** The unauthenticated response, and no handler ran. */
export function expectUnauthenticated(target: Target, answer: Pick<Answer, 'status' | 'body'>): void {
  expect({ status: answer.status, body: answer.body, ran: target.runs.take() }).toEqual({
    status: 200,
    body: { code: 401, msg: expect.stringMatching(/\S/) },
    ran: [],
  })
}

/** A request for each of the three carriers of a token. */
export function inEachCarrier(token: string): { name: string; query: string; init: RequestInit }[] {
  const carriers = [
    { name: 'header', query: '', init: { headers: { authorization: `Bearer ${token}` } } },
    { name: 'query', query: `?token=${encodeURIComponent(token)}`, init: {} },
    { name: 'cookie', query: '', init: { headers: { cookie: `jwt=${token}` } } },
  ]
  // A header holds no line end and nothing beyond Latin letters: such a text can only stand in the query.
  return /^[\t\x20-\x7e]*$/.test(token) ? carriers : carriers.filter(({ name }) => name === 'query')
}

/** The token opens nothing, whatever carries it. */
export async function expectTokenRefused(target: Target, token: string): Promise<void> {
  for (const { query, init } of inEachCarrier(token)) {
    expectUnauthenticated(target, await call(`${target.base}/orders${query}`, init))
  }
}
