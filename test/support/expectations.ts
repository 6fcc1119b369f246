import { expect } from 'vitest'
import type { Answer } from './client.ts'

/** The answer is this "no": `code` and a `msg`, and nothing else. HTTP says 200 unless told. */
export function expectRefused(answer: Answer, code: number, status = 200): void {
  expect({ status: answer.status, body: answer.body }).toEqual({
    status,
    body: { code, msg: expect.stringMatching(/\S/) },
  })
}

/** The answer is a success, with these fields beside `code` and `msg`. */
export function expectSuccess(answer: Answer, fields: Record<string, unknown> = {}): void {
  expect({ status: answer.status, body: answer.body }).toEqual({
    status: 200,
    body: expect.objectContaining({ code: 200, msg: expect.stringMatching(/\S/), ...fields }),
  })
}

/** What every answer under `/api/v1` carries, whatever it says. */
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
