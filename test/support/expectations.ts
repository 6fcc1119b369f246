import { expect } from 'vitest'
import type { Answer } from './client.ts'

/** Expects a refusal with this `code` and the body of `refusalBodyOf`. The HTTP status is 200 by default. */
export function expectRefused(answer: Answer, code: number, status = 200): void {
  expect({ status: answer.status, body: answer.body }).toEqual({ status, body: refusalBodyOf(answer, code) })
}

/**
 * Returns what the body of a refusal must be: `code`, `msg` and, unless the code is 401, the reason of the header. Invalid
 * parameters are listed too.
 */
export function refusalBodyOf({ headers }: Pick<Answer, 'headers'>, code: number): object {
  const reason = headers.get('x-castellan-reason')
  expect(reason).toMatch(/^[a-z]+(-[a-z]+)*$/)
  const body = { code, msg: expect.stringMatching(/\S/) }
  if (code === 401) return body
  if (reason !== 'invalid-parameters') return { ...body, reason }
  return { ...body, reason, errors: [{ field: expect.any(String), message: expect.stringMatching(/\S/) }] }
}

/** Expects a success with these fields in addition to `code` and `msg`. */
export function expectSuccess(answer: Answer, fields: Record<string, unknown> = {}): void {
  expect({ status: answer.status, body: answer.body }).toEqual({
    status: 200,
    body: expect.objectContaining({ code: 200, msg: expect.stringMatching(/\S/), ...fields }),
  })
}

/** Expects the headers that every response under `/api/v1` has. */
export function expectStandardHeaders(answer: Pick<Answer, 'headers'>): void {
  const { headers } = answer
  expect({
    requestId: headers.get('x-request-id'),
    cacheControl: headers.get('cache-control'),
    contentTypeOptions: headers.get('x-content-type-options'),
    contentType: headers.get('content-type'),
  }).toEqual({
    requestId: expect.stringMatching(/\S/),
    cacheControl: 'no-store',
    contentTypeOptions: 'nosniff',
    contentType: 'application/json; charset=utf-8',
  })
}
